import type { Relevance } from './relevance.ts';

/**
 * Normalised discounted cumulative gain over the first `cutoff` documents (Järvelin and Kekäläinen 2002): the gain of a
 * document is its grade, divided by `log2(rank + 1)` with ranks from 1; the ideal order is taken over all judged
 * documents.
 *
 * @param ranking document ids, best first, without repetition
 * @returns 0 to 1; 0 where nothing is relevant
 */
export function ndcg(ranking: readonly string[], relevance: Relevance, cutoff: number): number {
  const ideal = [...relevance.values()].sort((a, b) => b - a);
  const best = discountedGain(ideal, cutoff);
  if (best === 0) return 0;
  const grades = ranking.map((id) => relevance.get(id) ?? 0);
  return discountedGain(grades, cutoff) / best;
}

function discountedGain(grades: readonly number[], cutoff: number): number {
  let gain = 0;
  for (const [i, grade] of grades.slice(0, cutoff).entries()) {
    if (grade > 0) gain += grade / Math.log2(i + 2);
  }
  return gain;
}
