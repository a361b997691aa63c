/** Bits of the largest score: sums of whole numbers below 2⁵³ are exact. */
const scoreBits = 50;

/**
 * A power of two in whose multiples scores are counted, so small that nothing is lost and so large that no sum of the
 * weights has more than 2⁵⁰ of them: whole numbers of that size are added up without rounding, in any order.
 */
export function scoreUnit(weights: readonly number[]): number {
  const most = weights.reduce((sum, weight) => sum + weight, 0);
  return 2 ** (Math.ceil(Math.log2(Math.max(most, Number.MIN_VALUE))) - scoreBits);
}
