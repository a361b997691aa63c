import type { CellLine } from './find-tables.ts';

/** A gutter may be crossed by this share of the rows: titles that span columns, wide headers. */
const mostCrossing = 0.15;
/** Share of rows whose cells must each have a column of their own. */
const leastAligned = 0.75;
/** Narrower gutters, in shares of the type size, part no columns. */
const leastGutter = 0.5;

/**
 * Where the columns of rows meet, from left to right, or `undefined` where the cells of the rows do not stand below each
 * other in at least two columns.
 */
export function columnBorders(lines: readonly CellLine[]): number[] | undefined {
  const rows = lines.filter(({ cells }) => cells.length > 1);
  const borders = gutters(rows);
  if (borders.length === 0) return undefined;
  const aligned = rows.filter(({ cells }) => {
    const columns = cells.map(({ left, right }) => columnOf(borders, left, right));
    return new Set(columns).size === columns.length;
  });
  return aligned.length >= leastAligned * rows.length ? borders : undefined;
}

/** The column in which the middle of a cell lies, or in which it begins where it spans several. */
export function columnOf(borders: readonly number[], left: number, right: number): number {
  let column = 0;
  const middle = (left + right) / 2;
  while (column < borders.length && (borders[column] as number) <= middle) column++;
  let first = 0;
  while (first < borders.length && (borders[first] as number) <= left) first++;
  return column - first > 1 ? first : column;
}

/** The middles of the strips that hardly any cell crosses. */
function gutters(rows: readonly CellLine[]): number[] {
  const size = rows[0]?.line.size ?? 1;
  const allowed = rows.length < 4 ? 0 : Math.floor(mostCrossing * rows.length);
  const events: { readonly at: number; readonly change: 1 | -1 }[] = [];
  for (const { cells } of rows)
    for (const { left, right } of cells) events.push({ at: left, change: 1 }, { at: right, change: -1 });
  events.sort((a, b) => a.at - b.at || a.change - b.change);
  const found: number[] = [];
  let covering = 0;
  let openSince: number | undefined;
  for (const [index, { at, change }] of events.entries()) {
    covering += change;
    if (covering <= allowed) openSince ??= index === events.length - 1 ? undefined : at;
    else if (openSince !== undefined) {
      if (at - openSince >= leastGutter * size) found.push((at + openSince) / 2);
      openSince = undefined;
    }
  }
  // The strip on the far left opens with the first few cells, not with a gap.
  return found.filter((border) => rows.filter(({ cells }) => (cells[0]?.left ?? border) < border).length > allowed);
}
