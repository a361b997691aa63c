let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as [Uint8Array, Uint8Array, Uint8Array];

/**
 * How many letters must be added, left out, exchanged or swapped with their neighbour to make one word of the other, no
 * letter twice; more than `most` is told as `most + 1`.
 *
 * Damerau: A Technique for Computer Detection and Correction of Spelling Errors (1964), as optimal string alignment.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  if (b.length >= rows[0].length) rows = rows.map(() => new Uint8Array(2 * b.length + 1)) as typeof rows;
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = Math.min(j, most + 1);
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    row[0] = Math.min(i, most + 1);
    let least = row[0];
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let distance = (last[j - 1] as number) + (letter === other ? 0 : 1);
      distance = Math.min(distance, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      const isSwapped =
        i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2) && letter !== other;
      if (isSwapped) distance = Math.min(distance, (beforeLast[j - 2] as number) + 1);
      row[j] = Math.min(distance, most + 1);
      least = Math.min(least, distance);
    }
    // A swap reaches two rows back, and costs one at least.
    if (least > most) return most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length] as number, most + 1);
}
