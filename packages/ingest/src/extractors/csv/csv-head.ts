import { findHeader, type TableHead } from '../sheets/find-header.ts';
import { csvCells } from './csv-cells.ts';
import type { CsvRow } from './csv-rows.ts';

const none: ReadonlySet<number> = new Set();
const longestLabel = 120;
/** Columns by which the header is found. */
const mostColumns = 1000;

/**
 * Tells titles, header and data apart in the first rows of delimited text, as in those of a sheet. Where there is a single
 * column, its first row is the header, unless it is a value or long.
 */
export function csvHead(rows: readonly CsvRow[], delimiter: string): Pick<TableHead, 'titles' | 'headers'> {
  const cells = rows.map((row, index) => ({ number: index + 1, cells: csvCells(row.text, delimiter, mostColumns) }));
  // A row of nothing but delimiters ends the search: its place would not be known any more.
  const blank = cells.findIndex((row) => row.cells.length === 0);
  const filled = blank < 0 ? cells : cells.slice(0, blank);
  if (filled.length === 0) return { titles: 0, headers: 0 };
  if (filled.every((row) => row.cells.length === 1 && row.cells[0]?.column === 0)) {
    const label = filled[0]?.cells[0];
    return { titles: 0, headers: label?.type === 'text' && label.text.length <= longestLabel ? 1 : 0 };
  }
  if (filled.length === 1) return { titles: 0, headers: filled[0]?.cells.every(({ type }) => type === 'text') ? 1 : 0 };
  const { titles, headers } = findHeader(filled, none);
  return { titles, headers };
}
