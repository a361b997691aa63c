/** What takes part in a division. */
export interface Share {
  readonly weight: number;
  /** It gets no more. */
  readonly most: number;
}

/**
 * Divides a number by weights, so that nothing gets more than it can take. Where there is less than one for each, chance
 * decides which get it, evenly over the whole row.
 */
export function shareOut(count: number, parts: readonly Share[], random: () => number): number[] {
  const shares = parts.map(() => 0);
  let left = Math.min(
    count,
    parts.reduce((sum, { most }) => sum + most, 0),
  );
  if (left >= parts.length) {
    parts.forEach(({ most }, index) => {
      if (most === 0) return;
      shares[index] = 1;
      left--;
    });
  }
  while (left > 0) {
    const open = parts.flatMap(({ weight, most }, index) =>
      (shares[index] as number) < most ? [{ index, weight: Math.max(weight, Number.MIN_VALUE) }] : [],
    );
    for (const index of draw(left, open, random)) {
      if (left === 0 || (shares[index] as number) >= (parts[index] as Share).most) continue;
      (shares[index] as number)++;
      left--;
    }
  }
  return shares;
}

/** As many places at equal distances on the line of all weights, from a chance beginning. */
function draw(
  count: number,
  open: readonly { readonly index: number; readonly weight: number }[],
  random: () => number,
): number[] {
  const total = open.reduce((sum, { weight }) => sum + weight, 0);
  const step = total / count;
  const drawn: number[] = [];
  let next = random() * step;
  let end = 0;
  for (const { index, weight } of open) {
    end += weight;
    for (; next < end && drawn.length < count; next += step) drawn.push(index);
  }
  // Sums of fractions may miss the end.
  return drawn.length > 0 ? drawn : open.slice(-1).map(({ index }) => index);
}
