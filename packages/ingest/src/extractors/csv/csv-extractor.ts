import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { emptySource } from '../shared/empty-source.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { detectDelimiter } from './detect-delimiter.ts';

/** Rows in a section, besides the header. */
const sectionRows = 20;
/** Characters of the header that are repeated on every chunk. */
const longestHeader = 2000;
/** Characters by which the delimiter is found. */
const sampleSize = 64 * 1024;

/**
 * Reads delimited text (CSV, TSV), streamed: the document text is the decoded file, each section holds 20 rows with the
 * header row as context, the first one the header too. The delimiter (comma, semicolon, tab or bar) and the encoding
 * are detected. Rows are counted from 1, the header, without blank lines.
 */
export function csvExtractor(): Extractor {
  return {
    id: 'csv@1',
    mediaTypes: ['text/csv', 'text/tab-separated-values', 'application/csv'],
    extensions: ['.csv', '.tsv', '.tab', '.psv'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { pieces } = await openText(source, { signal: context.signal, unread: (place) => context.unread(place) });
      const { sample, complete, all } = await withSample(pieces());
      let header: string | undefined;
      let rows: CsvRow[] = [];
      let counted = 0;
      let first = 1;
      for await (const row of csvRows(all, detectDelimiter(sample, complete))) {
        const isBlank = row.text.trim() === '';
        // Before the first row of a section a blank line belongs nowhere.
        if (isBlank && rows.length === 0) continue;
        if (!isBlank) {
          header ??= shorten(row.text.trim());
          counted++;
        }
        rows.push(row);
        if (counted < first + sectionRows + (first === 1 ? 1 : 0) - 1) continue;
        yield sectionOf(rows, header, first);
        rows = [];
        first = counted + 1;
      }
      if (rows.length > 0) yield sectionOf(rows, header, first);
      if (header === undefined) throw emptySource(source.uri);
    },
  };
}

function sectionOf(rows: readonly CsvRow[], header: string | undefined, first: number): Section {
  const start = rows[0]?.start ?? 0;
  const text = rows
    .map((row) => row.text)
    .join('')
    .trimEnd();
  const rowStarts = rows.filter((row) => row.text.trim() !== '').map((row) => row.start - start);
  return {
    text,
    kind: 'table',
    locator: { kind: 'rows', rows: [first, first + rowStarts.length - 1], start, end: start + text.length },
    context: header,
    rowStarts,
  };
}

function shorten(header: string): string {
  return header.length > longestHeader ? `${header.slice(0, longestHeader)}…`.toWellFormed() : header;
}

async function withSample(
  pieces: AsyncIterable<string>,
): Promise<{ sample: string; complete: boolean; all: AsyncIterable<string> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let sample = '';
  let done = false;
  while (sample.length < sampleSize && !done) {
    const next = await iterator.next();
    if (next.done) done = true;
    else sample += next.value;
  }
  async function* all(): AsyncGenerator<string> {
    yield sample;
    if (!done) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { sample: sample.slice(0, sampleSize), complete: done && sample.length <= sampleSize, all: all() };
}
