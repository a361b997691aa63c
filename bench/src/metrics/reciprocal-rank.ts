import type { Relevance } from './relevance.ts';

/**
 * One divided by the rank, from 1, of the first relevant document among the first `cutoff`. Its mean over queries is
 * MRR.
 *
 * @param ranking document ids, best first, without repetition
 * @returns 0 to 1; 0 where no relevant document is among them
 */
export function reciprocalRank(ranking: readonly string[], relevance: Relevance, cutoff: number): number {
  const index = ranking.slice(0, cutoff).findIndex((id) => (relevance.get(id) ?? 0) > 0);
  return index < 0 ? 0 : 1 / (index + 1);
}
