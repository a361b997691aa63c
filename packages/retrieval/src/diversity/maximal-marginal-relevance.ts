import type { Hit } from '@cubo/contracts';
import { pacer } from '../lexical/pacer.ts';

/** Settings of {@link maximalMarginalRelevance}. */
export interface MarginalRelevanceOptions {
  /** How many hits are chosen. */
  readonly limit: number;
  /** What being unlike counts, 0 to 1; being relevant counts the rest. */
  readonly diversity: number;
  /** How alike two hits are, 0 to 1, by their places in the list. */
  similarity(a: number, b: number): number;
  readonly signal?: AbortSignal | undefined;
}

/** A hit, and how alike the nearest of those before it is. */
export type DiverseHit<Ranked extends Hit> = Ranked & {
  readonly diversified: {
    /** 1-based rank by relevance alone. */
    readonly rank: number;
    /** Similarity to the nearest of the hits before it; 0 for the first. */
    readonly similarity: number;
  };
};

/**
 * Chooses one hit after the other, each time the one that is most relevant and least like those that are chosen:
 * maximal marginal relevance (Carbonell and Goldstein 1998), "The use of MMR, diversity-based reranking for reordering
 * documents and producing summaries". Scores are brought to 0 to 1 over the list. Ties go to the better rank.
 *
 * @param hits best first
 */
export async function maximalMarginalRelevance<Ranked extends Hit>(
  hits: readonly Ranked[],
  { limit, diversity, similarity, signal }: MarginalRelevanceOptions,
): Promise<DiverseHit<Ranked>[]> {
  const highest = hits[0]?.score ?? 0;
  const range = highest - (hits.at(-1)?.score ?? 0) || 1;
  const relevance = hits.map(({ score }) => 1 - (highest - score) / range);
  const nearest = new Float64Array(hits.length);
  const left = new Set(hits.keys());
  const chosen: DiverseHit<Ranked>[] = [];
  const pace = pacer(signal);
  while (chosen.length < limit && left.size > 0) {
    let best = -1;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const at of left) {
      const value = (1 - diversity) * (relevance[at] as number) - diversity * (nearest[at] as number);
      if (value <= bestValue) continue;
      best = at;
      bestValue = value;
    }
    left.delete(best);
    const hit = hits[best] as Ranked;
    chosen.push({ ...hit, diversified: { rank: best + 1, similarity: nearest[best] as number } });
    for (const at of left) nearest[at] = Math.max(nearest[at] as number, similarity(at, best));
    await pace();
    signal?.throwIfAborted();
  }
  return chosen;
}
