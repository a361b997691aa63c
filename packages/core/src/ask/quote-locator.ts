import type { Locator, NumberRange, SearchHit } from '@cubo/contracts';
import { countLineBreaks } from '@cubo/ingest';
import type { Sentence } from './sentences.ts';

/**
 * The place of a quote of a passage: exactly its characters and its lines, and its rows where they can be told. Page,
 * slide, sheet and heading are those of the passage.
 */
export function quoteLocator(hit: Pick<SearchHit, 'text' | 'locator'>, quote: Sentence): Locator {
  const { text, locator } = hit;
  const start = locator.start + quote.start;
  const range = { start, end: start + quote.text.length };
  switch (locator.kind) {
    case 'lines':
      return { ...locator, ...range, lines: linesOf(text, locator.lines, quote) };
    case 'rows':
    case 'sheet':
      return { ...locator, ...range, rows: rowsOf(text, locator.rows, quote) };
    default:
      return { ...locator, ...range };
  }
}

function linesOf(text: string, [first]: NumberRange, quote: Sentence): NumberRange {
  const line = first + countLineBreaks(text, 0, quote.start);
  return [line, line + countLineBreaks(quote.text, 0, quote.text.length)];
}

/**
 * Every row has at least one line. If there are just as many lines as rows, each line is a row; else a row goes over
 * several lines, and all are kept.
 */
function rowsOf(text: string, rows: NumberRange, quote: Sentence): NumberRange {
  const [first, last] = rows;
  if (filledLines(text) !== last - first + 1) return rows;
  const end = quote.start + quote.text.length;
  return [
    first + Math.max(0, filledLines(text.slice(0, quote.start + 1)) - 1),
    first + filledLines(text.slice(0, end)) - 1,
  ];
}

/** Lines that are not blank: blank ones between rows are not counted as rows. */
function filledLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length;
}
