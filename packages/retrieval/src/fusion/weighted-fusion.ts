import { compareHits, type FusedHit, type FusionContribution, type RankedList } from '@cubo/contracts';

/** What one hit of a list is worth before weighting; `rank` is 1-based, `best` the highest score of the list. */
export type HitValue = (hit: { readonly score: number; readonly rank: number; readonly best: number }) => number;

/**
 * Merges lists by the weighted sum of what each hit is worth in each list. A hit that no list with a positive weight
 * values above zero is left out. Where a list repeats an id, its best place counts.
 */
export function weightedFusion(
  lists: readonly RankedList[],
  weights: readonly number[],
  value: HitValue,
  limit: number,
): FusedHit[] {
  const contributions = new Map<number, FusionContribution[]>();
  lists.forEach((list, index) => {
    const weight = weights[index] as number;
    const best = list.hits.reduce((highest, hit) => Math.max(highest, hit.score), 0);
    const seen = new Set<number>();
    list.hits.forEach((hit, position) => {
      if (seen.has(hit.id)) return;
      seen.add(hit.id);
      const rank = position + 1;
      const contribution = weight * value({ score: hit.score, rank, best });
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
