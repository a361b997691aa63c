import { badFile, tooLarge } from './bad-file.ts';

/** A row with the line where it begins, from 1. */
export interface DelimitedRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const mostRows = 500_000;

/**
 * Reads a delimited text: cells may be in quotes, in which quotes are doubled and line breaks stand for themselves. Empty
 * lines are passed over.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` where a quote is not closed; `CUBO_LIMIT_EXCEEDED`
 */
export function parseDelimited(text: string, delimiter: string, format: string): DelimitedRow[] {
  const rows: DelimitedRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let at = 0;
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: start, cells });
    if (rows.length > mostRows) throw tooLarge(format, `has more than ${mostRows} rows`);
    cells = [];
  };
  while (at <= text.length) {
    if (cells.length === 0) start = line;
    let cell = '';
    if (text[at] === '"') {
      const opened = line;
      at++;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) throw badFile(format, 'begins a quote that has no end', opened);
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      line += cell.split('\n').length - 1;
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
    cells.push(cell + text.slice(at, end));
    at = end;
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    endRow();
    if (at >= text.length) break;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
  }
  return rows;
}

/** The delimiter of a text: the one of which its first line has most. */
export function guessDelimiter(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => first.split(delimiter).length;
  return ['\t', ';', ','].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}
