/** How likely a value of one kind is higher than one of another; 0.5 where it tells nothing. `NaN` where there are none. */
export function areaUnderCurve(higher: readonly number[], lower: readonly number[]): number {
  // Two that are equal count as one half.
  const wins = higher.map((one) => lower.reduce((sum, other) => sum + (Math.sign(one - other) + 1) / 2, 0));
  return wins.reduce((sum, count) => sum + count, 0) / (higher.length * lower.length);
}
