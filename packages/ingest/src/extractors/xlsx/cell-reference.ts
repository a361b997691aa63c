/** Columns of a sheet, A to XFD. */
export const mostColumns = 16_384;
/** Rows of a sheet. */
export const mostRows = 1_048_576;

/** The 0-based column of a reference such as `B5`; -1 where it has none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column > mostColumns ? -1 : column - 1;
}

/** The first and the last row of a range such as `A3:D20` or `$3:$4`. */
export function rowsOf(range: string): readonly [first: number, last: number] | undefined {
  const [first, last] = Array.from(range.matchAll(/\$?[A-Za-z]*\$?(\d+)/g), (match) => Number(match[1]));
  return first === undefined ? undefined : [first, last ?? first];
}
