import { compareHits, type FusedHit, type FusionContribution, type RankedList } from '@cubo/contracts';

/** A hit of a list: `rank` is 1-based, and `undefined` for one of the list's `others`. */
interface ListedHit {
  readonly score: number;
  readonly rank: number | undefined;
  /** The highest score of the list. */
  readonly best: number;
  /** Number of the list. */
  readonly list: number;
}

/** What one hit of a list is worth before weighting. */
type HitValue = (hit: ListedHit) => number;

/** What a list weighs for a hit. */
type ListWeight = (list: number, id: number) => number;

/**
 * Merges lists by the weighted sum of what each hit is worth in each list. A hit that no list with a positive weight
 * values above zero is left out. Where a list repeats an id, its best place counts.
 */
export function weightedFusion(
  lists: readonly RankedList[],
  weightOf: ListWeight,
  value: HitValue,
  limit: number,
): FusedHit[] {
  const contributions = new Map<number, FusionContribution[]>();
  lists.forEach((list, index) => {
    const best = list.hits.reduce((highest, hit) => Math.max(highest, hit.score), 0);
    const seen = new Set<number>();
    const ranked = list.hits.length;
    [...list.hits, ...(list.others ?? [])].forEach((hit, position) => {
      if (seen.has(hit.id)) return;
      seen.add(hit.id);
      const rank = position < ranked ? position + 1 : undefined;
      const worth = value({ score: hit.score, rank, best, list: index });
      if (rank === undefined && worth <= 0) return;
      const weight = weightOf(index, hit.id);
      const contribution = weight * worth;
      const known = contributions.get(hit.id) ?? [];
      known.push({ list: list.name, rank, score: hit.score, weight, contribution });
      contributions.set(hit.id, known);
    });
  });
  return Array.from(contributions, ([id, parts]) => ({
    id,
    score: parts.reduce((sum, part) => sum + part.contribution, 0),
    contributions: parts,
  }))
    .filter((hit) => hit.score > 0)
    .sort(compareHits)
    .slice(0, limit);
}
