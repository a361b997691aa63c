import { cellText, type SheetCell } from '../sheets/sheet-row.ts';

/** The cells of a row of delimited text that hold something, from left to right, in its first `mostColumns` columns. */
export function csvCells(row: string, delimiter: string, mostColumns: number): SheetCell[] {
  const cells: SheetCell[] = [];
  const line = row.replace(/[\r\n]+$/, '');
  let column = 0;
  for (let at = 0; at <= line.length && column < mostColumns; column++) {
    let end = line.indexOf(delimiter, at);
    let shown: string | undefined;
    if (line[at] === '"') {
      const close = closingQuote(line, at + 1);
      if (close >= 0) {
        shown = line.slice(at + 1, close).replaceAll('""', '"');
        end = line.indexOf(delimiter, close + 1);
      }
    }
    if (end < 0) end = line.length;
    const text = cellText(shown ?? line.slice(at, end));
    if (text !== '') cells.push({ column, text, type: typeOf(text) });
    at = end + 1;
  }
  return cells;
}

function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) if (line[at + 1] !== '"') return at;
  return -1;
}

const number = /^[-+(]?[\p{Sc}]?\s?\d[\d.,'\u00a0\u202f ]*(?:e[-+]?\d+)?\s?[%\p{Sc}]?\)?$/iu;
const date = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?:[T ]\d{1,2}:\d\d.*)?$/;
const longestValue = 40;

function typeOf(text: string): SheetCell['type'] {
  if (text.length > longestValue) return 'text';
  if (date.test(text)) return 'date';
  if (number.test(text)) return 'number';
  return /^(?:true|false)$/i.test(text) ? 'other' : 'text';
}
