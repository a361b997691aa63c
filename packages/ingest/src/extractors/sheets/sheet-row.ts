/** A cell of a sheet that shows something. */
export interface SheetCell {
  /** 0-based. */
  readonly column: number;
  /** What it shows, on one line. */
  readonly text: string;
  /** What it is: a header consists of texts, or of years and dates. */
  readonly type: 'text' | 'number' | 'date' | 'other';
}

/** A row of a sheet with the cells that show something, from left to right, at least one. */
export interface SheetRow {
  /** 1-based, as programs show it. */
  readonly number: number;
  readonly cells: readonly SheetCell[];
}

/** The text of a cell on one line. */
export function cellText(text: string): string {
  return /\p{Cc}/u.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : text.trim();
}

/** More empty cells in a row are not shown one by one. */
const widestGap = 32;

/** A row as text: cells divided by ` | `, empty ones kept from the column `left` on, so that cells stay below their header. */
export function rowText(row: SheetRow, left: number): string {
  let text = '';
  let next = Math.min(left, row.cells[0]?.column ?? left);
  for (const [index, { column, text: shown }] of row.cells.entries()) {
    const gap = Math.max(0, Math.min(widestGap, column - next));
    text += ' | '.repeat(index === 0 ? gap : gap + 1) + shown;
    next = column + 1;
  }
  return text;
}
