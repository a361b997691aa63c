import type { Chunk, Section } from '@cubo/contracts';
import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecursiveChunkerOptions, recursiveChunker } from '../src/index.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { collect, expectChunksOf, stream } from './helpers/sections.ts';

const prose = (text: string, start = 0): Section => ({
  text,
  kind: 'prose',
  locator: { kind: 'characters', start, end: start + text.length },
});

const chunksOf = (sections: readonly Section[], options?: RecursiveChunkerOptions): Promise<Chunk[]> =>
  collect(recursiveChunker(options).chunk(stream(sections)));

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function graphemeBorders(text: string): Set<number> {
  const found = new Set([0, text.length]);
  for (const { index } of graphemes.segment(text)) found.add(index);
  return found;
}

const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('Abs.', '3. Oktober', 'ecc.', 'e\u0301te\u0301', '👩‍👩‍👧‍👦', '🇩🇪🇮🇹', '漢字。', '한국어'),
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(90), '字'.repeat(70), '🇩🇪'.repeat(30), 'e\u0301'.repeat(50)) },
);
const gap = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '. ',
  '! ',
  '\n',
  '\r\n',
  '\n\n',
  '\n \n',
  '\u00a0',
  '',
  `${' '.repeat(150)}\n`,
);
const text = fc
  .array(fc.tuple(word, gap), { maxLength: 80 })
  .map((parts) => parts.flat().join('').toWellFormed?.() ?? '');
const options = fc
  .record({
    maximumCharacters: fc.integer({ min: 32, max: 200 }),
    overlap: fc.double({ min: 0, max: 0.49, noNaN: true }),
  })
  .map(({ maximumCharacters, overlap }) => ({
    maximumCharacters,
    overlapCharacters: Math.floor((maximumCharacters - 1) * overlap),
  }));

describe('recursiveChunker', () => {
  test('keeps every character, exactly and in order, within the maximum, for any text and setting', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        options,
        fc.constantFrom('prose', 'code', 'table', 'slide'),
        async (value, setting, kind) => {
          const section: Section = { ...prose(value), kind: kind as Section['kind'] };
          const chunks = await chunksOf([section], setting);
          expectChunksOf([section], chunks);
          for (const [index, chunk] of chunks.entries()) {
            const most = setting.maximumCharacters * (index === chunks.length - 1 ? 1.2 : 1);
            expect(chunk.text.length).toBeLessThanOrEqual(most);
            const previous = chunks[index - 1];
            if (previous) {
              expect(previous.locator.end - chunk.locator.start).toBeLessThanOrEqual(setting.overlapCharacters);
            }
          }
        },
      ),
      { seed: 20240501, numRuns: 400 },
    );
  });

  test('cuts between graphemes only', async () => {
    await fc.assert(
      fc.asyncProperty(text, options, async (value, setting) => {
        const borders = graphemeBorders(value);
        for (const { locator } of await chunksOf([prose(value)], setting)) {
          expect(borders.has(locator.start)).toBe(true);
          expect(borders.has(locator.end)).toBe(true);
        }
      }),
      { seed: 20240502, numRuns: 400 },
    );
  });

  test('prefers paragraphs to sentences and sentences to words', async () => {
    const sentence = 'The tenant pays the rent on the third day of each month. ';
    const paragraphs = `${sentence.repeat(10).trim()}\n\n${sentence.repeat(10).trim()}`;
    const [first] = await chunksOf([prose(paragraphs)], { overlapCharacters: 0 });
    expect(first?.text).toBe(sentence.repeat(10).trim());
    const chunks = await chunksOf([prose(sentence.repeat(60))]);
    for (const chunk of chunks) {
      expect(chunk.text).toMatch(/^The tenant/);
      expect(chunk.text).toMatch(/month\.$/);
    }
    // One sentence of 57 characters fits into the overlap of 100.
    expect((chunks[0]?.locator.end ?? 0) - (chunks[1]?.locator.start ?? 0)).toBe(sentence.length - 1);
  });

  test('leaves no crumb at the end, and keeps a short text whole', async () => {
    const body = 'Ten words stand here to make one sentence that ends. '.repeat(18);
    const closing = 'The deadline is 31 March.';
    const chunks = await chunksOf([prose(`${body}${body.slice(0, 60)}${closing}`)]);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.text.endsWith(closing)).toBe(true);
    expect((await chunksOf([prose('  Short.\n')]))[0]).toMatchObject({ text: 'Short.', locator: { start: 2, end: 8 } });
    expect(await chunksOf([prose(' \n\t ')])).toEqual([]);
  });

  test('cuts tables between rows, repeats heading and context, and counts rows', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, index) => `${index + 2};Contract ${index};${'detail '.repeat(8).trim()}\n`,
    );
    const rowStarts: number[] = [];
    let length = 0;
    for (const row of rows) {
      rowStarts.push(length);
      length += row.length;
    }
    const section: Section = {
      text: rows.join(''),
      kind: 'table',
      locator: { kind: 'rows', rows: [2, 61], start: 100, end: 100 + length },
      context: 'number;name;details',
      heading: ['Contracts'],
      rowStarts,
    };
    const chunks = await chunksOf([section]);
    expect(chunks.length).toBeGreaterThan(3);
    let next = 2;
    for (const { text: slice, locator, context, heading } of chunks) {
      expect(context).toBe('number;name;details');
      expect(heading).toEqual(['Contracts']);
      if (locator.kind !== 'rows') throw new Error('not a rows locator');
      expect(locator.rows[0]).toBe(next);
      next = locator.rows[1] + 1;
      expect(slice.startsWith(`${locator.rows[0]};`)).toBe(true);
      expect(slice.split('\n')).toHaveLength(locator.rows[1] - locator.rows[0] + 1);
    }
    expect(next).toBe(62);
  });

  test('counts lines of all three kinds', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `Line ${index + 7} says a little more than nothing.`);
    for (const separator of ['\n', '\r\n', '\r']) {
      const whole = lines.join(separator);
      const section: Section = {
        text: whole,
        kind: 'prose',
        locator: { kind: 'lines', lines: [7, 206], start: 0, end: whole.length },
      };
      for (const { text: slice, locator } of await chunksOf([section])) {
        if (locator.kind !== 'lines') throw new Error('not a lines locator');
        const numbers = [...slice.matchAll(/Line (\d+)/g)].map((match) => Number(match[1]));
        expect([numbers[0], numbers.at(-1)]).toEqual(locator.lines);
      }
    }
  });

  test('joins short neighbours of prose that touch, and nothing else', async () => {
    const first = prose('A short paragraph.\n\n');
    const second = prose('Another one.\n\n', first.text.length);
    const far = prose('Far away.', 1000);
    expect((await chunksOf([first, second, far])).map((chunk) => chunk.text)).toEqual([
      'A short paragraph.\n\nAnother one.',
      'Far away.',
    ]);
    const other = { ...second, heading: ['Other'] };
    expect(await chunksOf([first, other])).toHaveLength(2);
    expect(await chunksOf([first, second], { maximumCharacters: Infinity })).toHaveLength(2);
  });

  test('makes one chunk of each section when there is no maximum', async () => {
    const section = prose('One sentence here. '.repeat(5000));
    const chunks = await chunksOf([section], { maximumCharacters: Infinity });
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.text).toBe(section.text.trim());
  });

  test.each<[string, (size: number) => string]>([
    ['letters', (size) => 'x'.repeat(size)],
    ['spaces', (size) => `a${' '.repeat(size)}b`],
    ['flags', (size) => '🇩🇪'.repeat(size / 4)],
    ['combining marks', (size) => `e${'\u0301'.repeat(size)}`],
    ['full stops', (size) => '.'.repeat(size)],
    ['line feeds', (size) => `a${'\n '.repeat(size / 2)}b`],
    ['ideographs', (size) => '契約期間は一年とする'.repeat(size / 10)],
  ])('takes linear time on characters without borders: %s', async (_, value) => {
    await expectLinearTime(100_000, async (size) => {
      const text = value(size);
      expect((await chunksOf([prose(text)])).at(-1)?.locator.end).toBe(text.length);
    });
  });

  test.each([
    { maximumCharacters: 0 },
    { maximumCharacters: Number.NaN },
    { maximumCharacters: 1000.5 },
    { maximumCharacters: 100, overlapCharacters: 50 },
    { overlapCharacters: -1 },
  ])('refuses %o', (bad) => {
    expect(() => recursiveChunker(bad)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  });

  test('names its settings and stops when it is told to', async () => {
    expect(recursiveChunker().id).toBe('recursive@2:1000/100');
    expect(recursiveChunker({ maximumCharacters: 200 }).id).toBe('recursive@2:200/20');
    const signal = AbortSignal.abort();
    const error = await collect(recursiveChunker().chunk(stream([prose('Text.')]), { signal })).catch(
      (e: unknown) => e,
    );
    expect(isCuboError(error)).toBe(false);
    expect((error as Error).name).toBe('AbortError');
  });
});
