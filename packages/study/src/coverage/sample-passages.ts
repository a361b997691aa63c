import type { Scope } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import { gatherCandidates, type Stretch } from './gather-candidates.ts';
import { createNovelty, type Novelty } from './novelty.ts';
import { shareOut } from './share-out.ts';
import type { StudyPassage } from './study-passage.ts';

/** Options of {@link samplePassages}. */
export interface SamplePassagesOptions {
  /** Of which documents. Default: all. */
  readonly scope?: Scope | undefined;
  /** How many passages, at most. */
  readonly count: number;
  /** Ids of chunks that are taken only where there are no others, such as those that a set rests on already. */
  readonly exclude?: readonly number[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Passages from the whole of the documents, in their order: every document and every part of it has its share, and within
 * the parts those are taken that are least like what was taken before. With the same `random` they are the same.
 */
export async function samplePassages(
  { cubo, random }: Pick<StudyParts, 'cubo' | 'random'>,
  { scope, count, exclude = [], signal }: SamplePassagesOptions,
): Promise<StudyPassage[]> {
  const candidates = await gatherCandidates(cubo, { scope, count, excluded: new Set(exclude), random, signal });
  const novelty = createNovelty(cubo.analyzer);
  const chosen = new Set<StudyPassage>();
  // Passages with little to say come last, and those that were used already behind them.
  for (const tier of ['fresh', 'poor', 'excluded'] as const) {
    const stretches = candidates.map((stretch) => ({ ...stretch, passages: stretch[tier] }));
    choose(stretches, count - chosen.size, { chosen, novelty, random });
  }
  return candidates.flatMap((stretch) => inOrder(stretch).filter((passage) => chosen.has(passage)));
}

type Tier = Pick<Stretch, 'source' | 'size'> & { readonly passages: readonly StudyPassage[] };

function choose(
  stretches: readonly Tier[],
  count: number,
  { chosen, novelty, random }: { chosen: Set<StudyPassage>; readonly novelty: Novelty; readonly random: () => number },
): void {
  const filled = stretches.filter(({ passages }) => passages.length > 0);
  const available = filled.reduce((sum, { passages }) => sum + passages.length, 0);
  if (available <= count) {
    for (const passage of filled.flatMap(({ passages }) => passages)) chosen.add(passage);
    return;
  }
  const documents = [...Map.groupBy(filled, ({ source }) => source).values()];
  const shares = shareOut(
    count,
    documents.map((parts) => ({ weight: weightOf(parts), most: capacityOf(parts) })),
    random,
  );
  documents.forEach((parts, index) => {
    const ofParts = shareOut(
      shares[index] as number,
      parts.map((part) => ({ weight: weightOf([part]), most: part.passages.length })),
      random,
    );
    parts.forEach(({ passages }, part) => {
      for (const passage of novelty.take(passages, ofParts[part] as number, random)) chosen.add(passage);
    });
  });
}

/** Long documents and parts have more to ask, but not as much more as they are longer. */
function weightOf(parts: readonly Tier[]): number {
  return Math.sqrt(parts.reduce((sum, { size }) => sum + size, 0));
}

function capacityOf(parts: readonly Tier[]): number {
  return parts.reduce((sum, { passages }) => sum + passages.length, 0);
}

function inOrder({ fresh, poor, excluded }: Stretch): StudyPassage[] {
  return [...fresh, ...poor, ...excluded].sort((one, other) => one.ordinal - other.ordinal);
}
