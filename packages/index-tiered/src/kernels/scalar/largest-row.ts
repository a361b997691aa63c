/** The largest of some row numbers; −1 without any. */
export function largestRow(rows: Uint32Array): number {
  let largest = -1;
  for (const row of rows) if (row > largest) largest = row;
  return largest;
}
