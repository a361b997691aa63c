import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { emptySource } from '../shared/empty-source.ts';
import { csvRows } from './csv-rows.ts';
import { createCsvSections } from './csv-sections.ts';
import { detectDelimiter } from './detect-delimiter.ts';

/** Characters by which the delimiter is found. */
const sampleSize = 64 * 1024;

/**
 * Reads delimited text (CSV, TSV), streamed: the document text is the decoded file, each section holds 20 rows with
 * titles and header as context, the first one has these in its text too. Delimiter (comma, semicolon, tab or bar, or what
 * a first line `sep=` states), quotes, header and encoding are detected; a file whose first rows are data has no header.
 * Rows are counted from 1 without blank lines.
 */
export function csvExtractor(): Extractor {
  return {
    id: 'csv@3',
    mediaTypes: ['text/csv', 'text/tab-separated-values', 'application/csv'],
    extensions: ['.csv', '.tsv', '.tab', '.psv'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { pieces } = await openText(source, { signal: context.signal, unread: (place) => context.unread(place) });
      const { sample, complete, all } = await withSample(pieces());
      const stated = /^sep=(.)\r?\n/i.exec(sample);
      const delimiter = stated?.[1] ?? detectDelimiter(sample, complete);
      const sections = createCsvSections(delimiter, stated?.[0].length ?? 0);
      let isEmpty = true;
      for await (const row of csvRows(all, delimiter)) {
        for (const section of sections.row(row)) {
          isEmpty = false;
          yield section;
        }
      }
      for (const section of sections.finish()) {
        isEmpty = false;
        yield section;
      }
      if (isEmpty) throw emptySource(source.uri);
    },
  };
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
