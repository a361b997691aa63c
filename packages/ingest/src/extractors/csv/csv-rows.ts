/** A row of delimited text as it stands in the file, with its line break. */
export interface CsvRow {
  readonly text: string;
  /** Offset of its first character in the document text. */
  readonly start: number;
  /** How many fields it has. */
  readonly fields: number;
}

const [quotationMark, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];
/** A quoted field that goes on for longer was not meant as one: the quotation mark stands there by mistake. */
const longestQuote = 64 * 1024;
/** A row without end is cut here, so that it does not sit in memory. */
const longestRow = 1024 * 1024;

/**
 * Divides delimited text into rows (RFC 4180): a field that begins with a quotation mark may hold delimiters and line
 * breaks, two quotation marks stand for one. Tolerant of what programs really write: any kind of line break, rows of
 * unequal length, quotation marks inside unquoted fields, characters after a closing one, and a quotation that is never
 * closed. The rows joined are the text.
 */
export async function* csvRows(pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const scanner = createRowScanner(delimiter);
  for await (const piece of pieces) yield* scanner.push(piece);
  yield* scanner.finish();
}

/**
 * The rows of a text that is in memory; a last row that the text may have cut off is left out when `complete` is false.
 */
export function csvRowsOf(text: string, delimiter: string, complete: boolean): CsvRow[] {
  const scanner = createRowScanner(delimiter);
  const rows = scanner.push(text);
  return complete ? [...rows, ...scanner.finish()] : rows;
}

function createRowScanner(delimiter: string): { push(piece: string): CsvRow[]; finish(): CsvRow[] } {
  const delimiterCode = delimiter.charCodeAt(0);
  let buffer = '';
  /** Offset of the buffer in the document text; it begins with a row. */
  let offset = 0;
  let index = 0;
  let fields = 1;
  let quote = -1;
  let atFieldStart = true;
  /** Up to here quotation marks are ordinary characters. */
  let literalUntil = 0;

  function scan(complete: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let from = 0;
    const endRow = (end: number) => {
      rows.push({ text: buffer.slice(from, end), start: offset + from, fields });
      from = end;
      fields = 1;
      atFieldStart = true;
    };
    // The character after a quotation mark or `\r` decides what it means.
    const last = complete ? buffer.length : buffer.length - 1;
    while (index < last) {
      if (quote >= 0) {
        const mark = buffer.indexOf('"', index);
        const end = mark < 0 || mark > last ? last : mark;
        if (end - 1 - quote > longestQuote) {
          giveUpQuote();
          index++;
        } else if (end < last) {
          if (buffer.charCodeAt(end + 1) === quotationMark) index = end + 2;
          else {
            quote = -1;
            index = end + 1;
          }
        } else index = last;
      } else {
        const code = buffer.charCodeAt(index);
        if (code === lineFeed || code === carriageReturn) {
          index += code === carriageReturn && buffer.charCodeAt(index + 1) === lineFeed ? 2 : 1;
          endRow(index);
        } else {
          index++;
          if (code === quotationMark && atFieldStart && offset + index > literalUntil) quote = index - 1;
          atFieldStart = code === delimiterCode;
          if (atFieldStart) fields++;
          else if (index - from > longestRow) endRow(index);
        }
      }
      if (complete && index >= last && quote >= 0) {
        giveUpQuote();
        index++;
      }
    }
    if (complete && from < buffer.length) endRow(buffer.length);
    buffer = buffer.slice(from);
    offset += from;
    index -= from;
    if (quote >= 0) quote -= from;
    return rows;
  }

  function giveUpQuote(): void {
    literalUntil = offset + quote + longestQuote;
    index = quote;
    quote = -1;
    atFieldStart = false;
  }

  return {
    push(piece) {
      buffer += piece;
      return scan(false);
    },
    finish: () => scan(true),
  };
}
