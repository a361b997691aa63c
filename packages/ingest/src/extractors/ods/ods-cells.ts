import { cellText, type SheetCell } from '../sheets/sheet-row.ts';

/** Columns of a sheet. */
const mostColumns = 16_384;
/** Characters of one row that are kept: one cell may stand for thousands. */
export const longestRow = 8 * 1024 * 1024;

const types: Readonly<Record<string, SheetCell['type']>> = {
  float: 'number',
  percentage: 'number',
  currency: 'number',
  date: 'date',
  time: 'date',
  boolean: 'other',
};

/** Collects the cells of a row. */
export interface OdsCells {
  /** Adds a cell that stands for `count` ones next to each other. */
  add(text: string, valueType: string | undefined, count: number): void;
  /** The cells, and the characters in them; the next row begins. */
  take(): { readonly cells: SheetCell[]; readonly length: number; readonly left: number };
}

/** Starts a row. */
export function createOdsCells(): OdsCells {
  let cells: SheetCell[] = [];
  let column = 0;
  let length = 0;
  let left = 0;
  return {
    add(shown, valueType, count) {
      const text = cellText(shown);
      const next = column + count;
      if (text !== '') {
        const type = types[valueType ?? ''] ?? 'text';
        for (; column < Math.min(next, mostColumns); column++) {
          if (length + text.length > longestRow) left++;
          else {
            cells.push({ column, text, type });
            length += text.length;
          }
        }
      }
      column = next;
    },
    take() {
      const row = { cells, length, left };
      cells = [];
      column = 0;
      length = 0;
      left = 0;
      return row;
    },
  };
}
