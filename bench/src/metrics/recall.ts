import { type Relevance, relevantIds } from './relevance.ts';

/**
 * The share of all relevant documents that are among the first `cutoff`.
 *
 * @param ranking document ids, best first, without repetition
 * @returns 0 to 1; 0 where nothing is relevant
 */
export function recall(ranking: readonly string[], relevance: Relevance, cutoff: number): number {
  const relevant = relevantIds(relevance);
  if (relevant.length === 0) return 0;
  const found = new Set(ranking.slice(0, cutoff));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}
