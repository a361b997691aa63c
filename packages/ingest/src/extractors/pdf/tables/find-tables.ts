import { isMarker } from '../layout/line-breaks.ts';
import type { TableBlock } from '../layout/page-block.ts';
import { median, type PlacedRun } from '../layout/placed-run.ts';
import type { TextLine } from '../layout/text-lines.ts';
import { columnBorders } from './column-borders.ts';
import { makeTable } from './make-table.ts';

/** Runs of a line that belong together, parted from the next by a gap. */
export interface Cell {
  readonly runs: readonly PlacedRun[];
  readonly left: number;
  readonly right: number;
}

/** A line cut at its wide gaps. */
export interface CellLine {
  readonly line: TextLine;
  readonly cells: readonly Cell[];
}

/** What a region consists of, from the top down. */
export type RegionPart = { readonly kind: 'lines'; readonly lines: readonly TextLine[] } | TableBlock;

/** From this share of the type size on, a gap parts two cells. */
const leastGap = 1;
/** The same between the mark of a list and its item. */
const markerGap = 4;
/** Lines of one cell that may stand between two rows: more are a paragraph of its own. */
const mostBetween = 8;
/** A line that spans the columns counts for so many. */
const spanning = 5;
/** Distance of two rows in type sizes from which they are two tables. */
const mostPitch = 5;

/** Finds the tables among the lines of a region without columns; everything else stays lines. */
export function findTables(lines: readonly TextLine[], rightToLeft: boolean): RegionPart[] {
  const parts: RegionPart[] = [];
  const cellLines = lines.map((line) => ({ line, cells: toCells(line) }));
  let prose: TextLine[] = [];
  const endProse = () => {
    if (prose.length > 0) parts.push({ kind: 'lines', lines: prose });
    prose = [];
  };
  for (let index = 0; index < cellLines.length; ) {
    const end = endOfRows(cellLines, index);
    const candidate = cellLines.slice(index, end);
    const whole = toTable(candidate, rightToLeft);
    // What makes no table together may be several, one below the other.
    for (const piece of whole ? [candidate] : atSingleLines(candidate)) {
      const table = whole ?? toTable(piece, rightToLeft);
      if (table) {
        endProse();
        parts.push(table);
      } else for (const { line } of piece) prose.push(line);
    }
    index = end;
  }
  endProse();
  return parts;
}

function atSingleLines(lines: readonly CellLine[]): CellLine[][] {
  const pieces: CellLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before && before.cells.length > 1 === line.cells.length > 1) pieces.at(-1)?.push(line);
    else pieces.push([line]);
  }
  return pieces;
}

function toTable(candidate: readonly CellLine[], rightToLeft: boolean): TableBlock | undefined {
  if (candidate.length < 2) return undefined;
  const borders = columnBorders(candidate);
  return borders && makeTable(candidate, borders, rightToLeft);
}

/** Cuts a line at its wide gaps. */
function toCells(line: TextLine): Cell[] {
  const cells: { runs: PlacedRun[]; left: number; right: number }[] = [];
  let cell: { runs: PlacedRun[]; left: number; right: number } | undefined;
  for (const run of line.runs) {
    const gap = cell ? run.left - cell.right : Number.POSITIVE_INFINITY;
    const follows = cell?.runs.length === 1 && isMarker(cell.runs[0]?.text ?? '') && gap < markerGap * line.size;
    if (cell && (gap < leastGap * line.size || follows)) {
      cell.runs.push(run);
      cell.right = Math.max(cell.right, run.right);
    } else {
      cell = { runs: [run], left: run.left, right: run.right };
      cells.push(cell);
    }
  }
  return cells;
}

/**
 * Where the lines end that may be rows of one table: from a line of several cells to the last such line, with at most a
 * few lines of one cell between them, which continue a cell or span the columns. At least one line.
 */
function endOfRows(lines: readonly CellLine[], start: number): number {
  if ((lines[start]?.cells.length ?? 0) < 2) return start + 1;
  let end = start + 1;
  let rows = lines[start] as CellLine;
  const pitches: number[] = [];
  let single = 0;
  for (let index = start + 1; index < lines.length; index++) {
    const here = lines[index] as CellLine;
    const above = lines[index - 1] as CellLine;
    const pitch = above.line.baseline - here.line.baseline;
    const size = Math.max(above.line.size, here.line.size);
    const usual = Math.max(median(pitches), 1.5 * size);
    if (pitch > mostPitch * size || (pitches.length > 2 && pitch > 2.5 * usual)) break;
    if (here.cells.length >= 2) {
      if (single >= spanning && sharedEdges(rows, here) < 2) break;
      pitches.push(pitch);
      if (pitches.length > 32) pitches.shift();
      rows = here;
      end = index + 1;
      single = 0;
      continue;
    }
    const continues = continuesCell(here, rows);
    single += continues ? 1 : spanning;
    if (single > mostBetween || (!continues && isTitle(here, rows))) break;
  }
  // The lines that continue the last row belong to it.
  while (end < lines.length && continuesRow(lines[end] as CellLine, lines[end - 1] as CellLine, rows)) end++;
  return end;
}

/** Whether a line that spans the columns is the title of another table. */
function isTitle({ line }: CellLine, { line: row }: CellLine): boolean {
  if (line.size > 1.1 * row.size) return true;
  return line.runs.every((run) => run.bold) && !row.runs.every((run) => run.bold);
}

/** How many cells of a row begin or end where one of another does. */
function sharedEdges(first: CellLine, second: CellLine): number {
  const near = 0.5 * first.line.size;
  return second.cells.filter(({ left, right }) =>
    first.cells.some((cell) => Math.abs(cell.left - left) < near || Math.abs(cell.right - right) < near),
  ).length;
}

function continuesCell(line: CellLine, row: CellLine): boolean {
  const { left, right } = line.line;
  const size = line.line.size;
  return row.cells.some((cell, index) => {
    const next = row.cells[index + 1]?.left ?? Number.POSITIVE_INFINITY;
    return Math.abs(cell.left - left) < 0.8 * size && right < next;
  });
}

function continuesRow(line: CellLine, above: CellLine, row: CellLine): boolean {
  const isBelow = above.line.baseline - line.line.baseline < 1.5 * line.line.size;
  const first = row.cells[0];
  return (
    isBelow &&
    line.cells.length === 1 &&
    first !== undefined &&
    line.line.left > first.right &&
    continuesCell(line, row)
  );
}
