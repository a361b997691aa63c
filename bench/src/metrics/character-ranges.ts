/** Characters from `start` to before `end`. */
export interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

/** The characters that are in at least one of the ranges, as ranges that neither overlap nor touch, ascending. */
export function unionOf(ranges: readonly CharacterRange[]): CharacterRange[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (end <= start) continue;
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

/** Characters in the ranges; those in several count as often. */
export function charactersIn(ranges: readonly CharacterRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
}

/** Characters that are in some range of each of two lists. */
export function charactersInBoth(some: readonly CharacterRange[], others: readonly CharacterRange[]): number {
  const [one, other] = [unionOf(some), unionOf(others)];
  return charactersIn(one) + charactersIn(other) - charactersIn(unionOf([...one, ...other]));
}
