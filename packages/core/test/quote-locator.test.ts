import type { Locator } from '@cubo/contracts';
import { builtinExtractors, createExtractorRegistry, recursiveChunker, textSource } from '@cubo/ingest';
import { expect, test } from 'vitest';
import { quoteLocator } from '../src/ask/quote-locator.ts';
import { sentencesOf } from '../src/ask/sentences.ts';

/** The places of the sentences of a document, as the built-in extractors and the chunker see it. */
async function places(name: string, text: string): Promise<[string, Locator][]> {
  const source = textSource({ uri: `x:${name}`, name, text });
  const extractor = createExtractorRegistry(builtinExtractors()).find(source);
  const context = { maximumBytes: 2 ** 20, unread: () => {}, describe: () => {} };
  const found: [string, Locator][] = [];
  for await (const chunk of recursiveChunker().chunk(extractor.extract(source, context))) {
    for (const sentence of sentencesOf(chunk.text, chunk.kind)) {
      const locator = quoteLocator(chunk, sentence);
      expect(text.slice(locator.start, locator.end)).toBe(sentence.text);
      found.push([sentence.text, locator]);
    }
  }
  return found;
}

const rows = (found: [string, Locator][]) => found.map(([text, locator]) => [text, 'rows' in locator && locator.rows]);
const lines = (found: [string, Locator][]) =>
  found.map(([text, locator]) => [text, 'lines' in locator && locator.lines]);

test.each(['\n', '\r\n'])('a row of a table is cited as that row, with line breaks %j', async (lineBreak) => {
  const table = ['service,fee', 'key,40', '', 'window,120', 'lock,60', ''].join(lineBreak);
  expect(rows(await places('fees.csv', table))).toEqual([
    ['service,fee', [1, 1]],
    ['key,40', [2, 2]],
    ['window,120', [3, 3]],
    ['lock,60', [4, 4]],
  ]);
});

test('rows of a later section keep their numbers', async () => {
  const table = ['n,square', ...Array.from({ length: 60 }, (_, i) => `${i},${i * i}`)].join('\n');
  const found = rows(await places('squares.csv', table));
  expect(found).toHaveLength(61);
  for (const [i, [, row]] of found.entries()) expect(row).toEqual([i + 1, i + 1]);
});

test('where a row goes over several lines the rows of the passage stay', async () => {
  const table = 'service,fee\n"key,\nsecond copy",40\nwindow,120\n';
  for (const [, row] of rows(await places('fees.csv', table))) expect(row).toEqual([1, 3]);
});

test.each(['\n', '\r\n'])('a sentence is cited with its lines, with line breaks %j', async (lineBreak) => {
  const text = ['Pets are allowed. The notice', 'period is three months.', '', 'The rent is 900 euros.'].join(
    lineBreak,
  );
  expect(lines(await places('lease.txt', text))).toEqual([
    ['Pets are allowed.', [1, 1]],
    [`The notice${lineBreak}period is three months.`, [1, 2]],
    ['The rent is 900 euros.', [4, 4]],
  ]);
});

test('a sheet narrows its rows and keeps its name; other places stay those of the passage', () => {
  const text = 'a,1\nb,2';
  const quote = { text: 'b,2', start: 4 };
  const range = { start: 100, end: 107 };
  const at = { start: 104, end: 107 };
  expect(quoteLocator({ text, locator: { kind: 'sheet', sheet: 'Fees', rows: [7, 8], ...range } }, quote)).toEqual({
    kind: 'sheet',
    sheet: 'Fees',
    rows: [8, 8],
    ...at,
  });
  expect(quoteLocator({ text, locator: { kind: 'page', page: 3, ...range } }, quote)).toEqual({
    kind: 'page',
    page: 3,
    ...at,
  });
});
