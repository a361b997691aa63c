import { isMarker } from '../layout/line-breaks.ts';
import { lineText } from '../layout/line-text.ts';
import type { TableBlock } from '../layout/page-block.ts';
import { median, type PlacedRun, unite } from '../layout/placed-run.ts';
import { columnOf } from './column-borders.ts';
import type { CellLine } from './find-tables.ts';

/** Share of rows that must have text in two columns or more. */
const leastFilled = 0.6;
/** Cells of more characters than this, on average, are prose. */
const mostCharacters = 70;
/** The longest first row that is taken for a header. */
const longestHeader = 300;
const leader = /(?:[.·_] ?){5,}|…/;

interface Row {
  readonly cells: (readonly PlacedRun[])[][];
  readonly line: CellLine;
  baseline: number;
}

/** Makes a table of lines whose cells stand in columns, or nothing where they are no table after all. */
export function makeTable(
  lines: readonly CellLine[],
  borders: readonly number[],
  rightToLeft: boolean,
): TableBlock | undefined {
  const columns = borders.length + 1;
  const rows = toRows(lines, borders);
  const filled = rows.map((row) => row.cells.filter((cell) => cell.length > 0).length);
  const several = filled.filter((count) => count > 1).length;
  if (several < (columns > 2 ? 2 : 3) || several < leastFilled * rows.length) return undefined;
  const texts = rows.map(({ cells }) => cells.map((parts) => parts.map((runs) => lineText(runs).text).join(' ')));
  if (isList(texts, columns) || texts.some((cells) => cells.some((cell) => leader.test(cell)))) return undefined;
  const all = texts.flat().filter((cell) => cell !== '');
  if (all.reduce((sum, cell) => sum + cell.length, 0) > mostCharacters * all.length) return undefined;
  return {
    kind: 'table',
    hasHeader: isHeader(texts[0] ?? [], texts[1] ?? []),
    rows: rows.map(({ cells }, index) => {
      const row = texts[index] ?? [];
      const box = cells
        .flat(2)
        .map((run) => run.box)
        .reduce(unite);
      return { text: (rightToLeft ? row.toReversed() : row).join(' | ').trim(), box };
    }),
  };
}

/** Lines that only continue cells of the row above are put into it. */
function toRows(lines: readonly CellLine[], borders: readonly number[]): Row[] {
  const rows: Row[] = [];
  const pitches = lines.flatMap(({ cells, line }, index) => {
    const above = lines[index - 1];
    return above && cells.length > 1 && cells[0] && columnOf(borders, cells[0].left, cells[0].right) === 0
      ? [above.line.baseline - line.baseline]
      : [];
  });
  const usual = median(pitches);
  for (const line of lines) {
    const cells: (readonly PlacedRun[])[][] = Array.from({ length: borders.length + 1 }, () => []);
    for (const { runs, left, right } of line.cells) cells[columnOf(borders, left, right)]?.push(runs);
    const row = rows.at(-1);
    if (row && continues(row, cells, line, usual)) {
      for (const [column, parts] of cells.entries()) row.cells[column]?.push(...parts);
      row.baseline = line.line.baseline;
    } else rows.push({ cells, line, baseline: line.line.baseline });
  }
  return rows;
}

function continues(row: Row, cells: readonly (readonly unknown[])[], { line }: CellLine, usual: number): boolean {
  const pitch = row.baseline - line.baseline;
  if (pitch > 1.5 * line.size) return false;
  const filled = cells.flatMap((parts, column) => (parts.length > 0 ? [column] : []));
  const fits = filled.every((column) => (row.cells[column]?.length ?? 0) > 0);
  if (!fits) return false;
  if (filled[0] !== 0) return filled.length === 1 || usual > 1.25 * pitch;
  // The first column goes on only where rows are clearly further apart than lines.
  return filled.length === 1 && usual > 1.25 * pitch;
}

/** Numbered or bulleted items, whose marks stand in a column of their own. */
function isList(rows: readonly (readonly string[])[], columns: number): boolean {
  if (columns !== 2) return false;
  const first = rows.map(([cell = '']) => cell).filter((cell) => cell !== '');
  return first.filter((cell) => isMarker(cell) || /^\d{1,2}$/.test(cell)).length >= 0.7 * first.length;
}

function isHeader(first: readonly string[], second: readonly string[]): boolean {
  if (first.join(' | ').length > longestHeader || first.filter((cell) => cell !== '').length < 2) return false;
  if (first.some((cell) => /[:：]$/u.test(cell))) return false;
  const letters = (cells: readonly string[]) => cells.filter((cell) => /\p{L}/u.test(cell)).length;
  const filled = first.filter((cell) => cell !== '').length;
  // The upper left corner may be empty.
  return filled >= first.length - 1 && letters(first) >= 0.7 * filled && filled >= second.filter(Boolean).length - 1;
}
