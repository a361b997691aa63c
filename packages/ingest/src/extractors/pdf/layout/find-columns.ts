import { type Interval, toBands } from './bands.ts';
import { type ColumnText, describeColumn, sharedBaselines } from './column-text.ts';
import type { PlacedRun } from './placed-run.ts';

/** Of gutters, so many of the widest are tried one by one. */
const mostTried = 6;

/**
 * Divides a group of bands at the gutters that part columns of text, from left to right; a list of one where they part
 * the cells of rows, which must stay together.
 *
 * Columns are told from cells by what is in them. Lines of prose fill their column; lines of different columns
 * do not need to share their baselines; entries of an index look alike in all columns. Cells are short or of different
 * kinds, their baselines agree, and where they are paragraphs, wider gaps run through all of them at the same heights.
 */
export function findColumns(runs: readonly PlacedRun[], gutters: readonly Interval[]): PlacedRun[][] {
  return findParts(runs, gutters, (columns) => columns.every(isProse) || areAlike(columns) || areUnrelated(columns));
}

/** Divides a group of bands at a gutter that parts two blocks which have nothing to do with each other: addresses, boxes. */
export function findBlocks(runs: readonly PlacedRun[], gutters: readonly Interval[]): PlacedRun[][] {
  return findParts(runs, gutters, ([first, second, ...more]) => {
    return first !== undefined && second !== undefined && more.length === 0 && areIndependent(first, second);
  });
}

function findParts(
  runs: readonly PlacedRun[],
  gutters: readonly Interval[],
  areColumns: (columns: readonly ColumnText[]) => boolean,
): PlacedRun[][] {
  const widest = [...gutters].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostTried);
  for (const chosen of [gutters, ...(gutters.length > 1 ? widest.map((gutter) => [gutter]) : [])]) {
    const parts = divide(runs, chosen);
    if (parts.length < 2) continue;
    const columns = parts.map(describeColumn);
    if (columns.some((column) => column.lines.length < 2) || !areBeside(columns)) continue;
    if (areColumns(columns) && !haveRows(parts, runs)) return parts;
  }
  return [[...runs]];
}

function divide(runs: readonly PlacedRun[], gutters: readonly Interval[]): PlacedRun[][] {
  const borders = gutters.map(({ from, to }) => (from + to) / 2).sort((a, b) => a - b);
  const columns: PlacedRun[][] = Array.from({ length: borders.length + 1 }, () => []);
  for (const run of runs) {
    const middle = (run.left + run.right) / 2;
    let column = 0;
    while (column < borders.length && (borders[column] as number) < middle) column++;
    columns[column]?.push(run);
  }
  return columns.filter((column) => column.length > 0);
}

/** Whether each column has the better part of its height beside all others, not above or below. */
function areBeside(columns: readonly ColumnText[]): boolean {
  const ranges = columns.map(({ lines }) => ({ top: lines[0]?.baseline ?? 0, bottom: lines.at(-1)?.baseline ?? 0 }));
  const top = Math.min(...ranges.map((range) => range.top));
  const bottom = Math.max(...ranges.map((range) => range.bottom));
  return top - bottom >= 0.3 * Math.min(...ranges.map((range) => range.top - range.bottom));
}

/** Lines of words that mostly reach the edge of their column. */
function isProse(column: ColumnText): boolean {
  const { lines, charactersPerLine, fill, letters, broken } = column;
  if (lines.length < 3 || charactersPerLine < 12 || letters < 0.6 || broken > 0.3) return false;
  return fill >= (lines.length < 6 ? 0.7 : 0.45);
}

/** Many entries of a word or more. */
function isList({ lines, letters, charactersPerLine, broken }: ColumnText): boolean {
  return lines.length >= 8 && letters >= 0.6 && charactersPerLine >= 8 && broken <= 0.3;
}

/** Lists of the same kind: the columns of an index or a directory. */
function areAlike(columns: readonly ColumnText[]): boolean {
  const like = (values: readonly number[], ratio: number) => Math.max(...values) <= ratio * Math.min(...values);
  return (
    columns.every(isList) &&
    like(
      columns.map(({ width }) => width),
      1.4,
    ) &&
    like(
      columns.map(({ charactersPerLine }) => charactersPerLine),
      1.4,
    ) &&
    like(
      columns.map(({ letters }) => letters),
      1.2,
    )
  );
}

/** Two long blocks with hardly a baseline in common. */
function areUnrelated([first, second, ...more]: readonly ColumnText[]): boolean {
  if (!first || !second || more.length > 0 || Math.min(first.lines.length, second.lines.length) < 5) return false;
  return (
    areIndependent(first, second) && Math.max(sharedBaselines(first, second), sharedBaselines(second, first)) < 0.3
  );
}

/** Two blocks whose lines do not stand beside each other, or a block of prose with another beside it. */
function areIndependent(first: ColumnText, second: ColumnText): boolean {
  const [short, long] = first.lines.length < second.lines.length ? [first, second] : [second, first];
  if (short.charactersPerLine < 6) return false;
  const shared = sharedBaselines(short, long);
  if (short.lines.length >= 3 && short.lines.length >= 0.3 * long.lines.length && shared < 0.5) return true;
  return isProse(long) && long.fill >= 0.6 && isProse({ ...short, fill: 1 }) && shared < 0.7;
}

/**
 * Whether the bands are rows with cells of several lines: at least three of them, set apart by more than the distance
 * of lines, most with text on both sides.
 */
function haveRows(parts: readonly PlacedRun[][], runs: readonly PlacedRun[]): boolean {
  const bands = toBands(runs);
  const gaps = bands.slice(1).map((band, index) => (bands[index]?.bottom ?? 0) - band.top);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 2] ?? 0;
  const size = runs[0]?.size ?? 1;
  let rows = 1;
  for (const gap of gaps) if (gap > usual + 0.3 * size) rows++;
  if (rows < 3) return false;
  const partOf = new Map<PlacedRun, number>();
  for (const [index, part] of parts.entries()) for (const run of part) partOf.set(run, index);
  const inRow: Set<number | undefined>[] = [];
  let row = new Set<number | undefined>();
  for (const [index, band] of bands.entries()) {
    if (index > 0 && (gaps[index - 1] ?? 0) > usual + 0.3 * size) {
      inRow.push(row);
      row = new Set();
    }
    for (const run of band.runs) row.add(partOf.get(run));
  }
  inRow.push(row);
  return inRow.filter(({ size: count }) => count === parts.length).length >= 0.7 * inRow.length;
}
