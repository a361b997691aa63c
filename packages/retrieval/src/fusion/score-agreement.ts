import type { RankedList } from '@cubo/contracts';

/** So many hits make an agreement half believed. */
const priorHits = 10;

/**
 * How far two lists agree on the hits that either of them has found, −1 to 1: the correlation of their scores (Pearson),
 * drawn towards 0 where there are few hits. A list that has no score for a hit gives it 0 if it is `first`, and says
 * nothing of it otherwise.
 */
export function scoreAgreement(first: RankedList, second: RankedList): number {
  const firstScores = scoresOf(first);
  const secondScores = scoresOf(second);
  const pairs: (readonly [number, number])[] = [];
  for (const id of new Set([...first.hits, ...second.hits].map((hit) => hit.id))) {
    const score = secondScores.get(id);
    if (score !== undefined) pairs.push([firstScores.get(id) ?? 0, score]);
  }
  return (correlation(pairs) * pairs.length) / (pairs.length + priorHits);
}

/** The scores of all that a list knows, by id. */
export function scoresOf({ hits, others = [] }: RankedList): Map<number, number> {
  return new Map([...others, ...hits].map(({ id, score }) => [id, score]));
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  if (pairs.length < 3) return 0;
  let [meanA, meanB] = [0, 0];
  for (const [a, b] of pairs) {
    meanA += a / pairs.length;
    meanB += b / pairs.length;
  }
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (const [a, b] of pairs) {
    product += (a - meanA) * (b - meanB);
    squaresA += (a - meanA) ** 2;
    squaresB += (b - meanB) ** 2;
  }
  const spread = Math.sqrt(squaresA) * Math.sqrt(squaresB);
  return spread > 0 ? Math.max(-1, Math.min(1, product / spread)) : 0;
}
