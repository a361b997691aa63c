import type { Section } from '@cubo/contracts';
import { chunkerConformance } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chunkerSpecification,
  createChunker,
  estimatedTokens,
  recursiveChunker,
  sentenceChunker,
} from '../src/index.ts';
import { collect, expectChunksOf, stream } from './helpers/sections.ts';

const prose = (text: string, start = 0, rest: Partial<Section> = {}): Section => ({
  text,
  kind: 'prose',
  locator: { kind: 'characters', start, end: start + text.length },
  ...rest,
});

function runs(checks: ReturnType<typeof chunkerConformance>): void {
  for (const { name, run } of checks) test(name, run);
}

describe('sentence chunker', () => runs(chunkerConformance({ create: () => sentenceChunker() })));
describe('sentence chunker of three sentences', () =>
  runs(
    chunkerConformance({
      create: () => sentenceChunker({ sentences: 3, surroundingSentences: 1, maximumCharacters: 200 }),
      maximumLength: 240,
    }),
  ));
describe('recursive chunker by tokens', () =>
  runs(chunkerConformance({ create: () => recursiveChunker({ maximumTokens: 60 }) })));

describe('sentences', () => {
  const text =
    'The tenant pays the rent on the first of each month. The landlord keeps the roof in repair at his own cost. ' +
    'Notice is given in writing three months before. Both sign the protocol when the keys are handed over. ' +
    'A deposit of two months is due before moving in.';

  test('each is a chunk, with the passage around it', async () => {
    const chunks = await collect(sentenceChunker({ surroundingSentences: 1 }).chunk(stream([prose(text, 10)])));
    expect(chunks.map((chunk) => chunk.text)).toHaveLength(5);
    const notice = chunks[2];
    expect(notice?.text).toBe('Notice is given in writing three months before.');
    const { start = 0, end = 0 } = notice?.passage ?? {};
    expect(text.slice(start - 10, end - 10)).toMatch(/^The landlord .* handed over\.$/);
    expect(chunks[0]?.passage?.start).toBe(10);
    expect(chunks[4]?.passage?.end).toBe(10 + text.length);
  });

  test('a short one goes with the next, rows of a table stand alone', async () => {
    const chunks = await collect(
      sentenceChunker().chunk(stream([prose('Really? Yes. The lease ends with the year.')])),
    );
    expect(chunks).toHaveLength(1);
    const table: Section = {
      text: 'a | 1\nb | 2\nc | 3',
      kind: 'table',
      context: 'name | number',
      rowStarts: [0, 6, 12],
      locator: { kind: 'sheet', sheet: 'S', rows: [2, 4], start: 0, end: 17 },
    };
    const rows = await collect(sentenceChunker().chunk(stream([table])));
    expect(rows.map(({ text, locator, context }) => [text, (locator as { rows: unknown }).rows, context])).toEqual([
      ['a | 1', [2, 2], 'name | number'],
      ['b | 2', [3, 3], 'name | number'],
      ['c | 3', [4, 4], 'name | number'],
    ]);
  });

  test.each([
    [{ sentences: 0 }, 'sentences'],
    [{ surroundingSentences: -1 }, 'surroundingSentences'],
    [{ maximumCharacters: 3 }, 'maximumCharacters'],
  ])('refuses %j', (options, name) => {
    expect(() => sentenceChunker(options)).toThrow(`The option ${name} of the chunker`);
  });
});

describe('tokens', () => {
  const words = fc
    .array(
      fc.oneof(
        fc.stringMatching(/^[a-zäöü]{1,14}$/),
        fc.constantFrom('漢字', '한국어', '2026', '😀😀', ', ', '. ', '\n\n'),
      ),
      {
        maxLength: 300,
      },
    )
    .map((parts) => parts.join(' '));

  test('no chunk has more than the maximum, and no character is lost', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 8, max: 60 }), async (text, maximumTokens) => {
        const sections = [prose(text)];
        const chunks = await collect(recursiveChunker({ maximumTokens }).chunk(stream(sections)));
        expectChunksOf(sections, chunks);
        for (const chunk of chunks) {
          // Words that a cut divides may count for one more on either side.
          expect(estimatedTokens.count(chunk.text)).toBeLessThanOrEqual(Math.ceil(maximumTokens * 1.2) + 2);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('fill the chunks, with a counter of the host', async () => {
    const text = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    const tokens = { id: 'words', count: (part: string) => part.split(/\s+/).length };
    const chunker = recursiveChunker({ maximumTokens: 50, overlapTokens: 10, tokens });
    expect(chunker.id).toBe('recursive@2:50/10 tokens (words)');
    const chunks = await collect(chunker.chunk(stream([prose(text)])));
    const counts = chunks.map((chunk) => tokens.count(chunk.text));
    expect(Math.max(...counts)).toBeLessThanOrEqual(60);
    expect(counts.slice(0, -1).every((count) => count >= 45)).toBe(true);
    expect(chunks[1]?.text.startsWith('word41 ')).toBe(true);
  });

  test.each([
    [{ maximumTokens: 4 }, 'maximumTokens'],
    [{ maximumTokens: 100, overlapTokens: 50 }, 'overlapTokens'],
    [{ maximumTokens: 100, maximumCharacters: 500 }, 'maximumCharacters'],
    [{ maximumTokens: 100, overlapCharacters: 5 }, 'overlapCharacters'],
    [{ overlapTokens: 5 }, 'overlapTokens'],
    [{ tokens: estimatedTokens }, 'tokens'],
  ])('refuses %j', (options, name) => {
    expect(() => recursiveChunker(options)).toThrow(`The option ${name} of the chunker`);
  });

  test('are estimated for every script', () => {
    expect(estimatedTokens.count('')).toBe(0);
    expect(estimatedTokens.count('notice period')).toBe(2);
    expect(estimatedTokens.count('日本語')).toBe(3);
    expect(estimatedTokens.count('§ 3, 2026')).toBe(5);
    expect(estimatedTokens.count('договор')).toBe(3);
  });
});

describe('joined sections', () => {
  const heading = ['Fees'];
  const at = (start: number, text: string, rest: Partial<Section> = {}) =>
    prose(text, start, {
      heading,
      locator: { kind: 'heading', path: heading, start, end: start + text.length },
      ...rest,
    });

  test('paragraphs that an extractor divides by line breaks are one chunk', async () => {
    const sections = [at(0, 'First paragraph.'), at(18, 'Second paragraph.'), at(37, 'Third.')];
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expect(chunks.map((chunk) => chunk.text)).toEqual(['First paragraph.\n\nSecond paragraph.\n\nThird.']);
    expect(chunks[0]?.locator).toEqual({ kind: 'heading', path: heading, start: 0, end: 43 });
  });

  test('a text that leads to a table goes with it', async () => {
    const lead = 'The following fees apply:';
    const table = at(lead.length + 2, 'copy | 1\nseal | 5', {
      kind: 'table',
      context: 'item | fee',
      rowStarts: [0, 9],
    });
    const chunks = await collect(recursiveChunker({ maximumCharacters: 120 }).chunk(stream([at(0, lead), table])));
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ text: `${lead}\n\ncopy | 1\nseal | 5`, kind: 'table', context: 'item | fee' });
  });

  test('other headings, wider gaps and lines of a file are not joined', async () => {
    const other = at(18, 'Under another heading.', { heading: ['Other'] });
    const far = at(60, 'Far away.');
    const chunks = await collect(recursiveChunker().chunk(stream([at(0, 'First paragraph.'), other, far])));
    expect(chunks).toHaveLength(3);
    const line = (start: number, number: number): Section => ({
      text: 'line',
      kind: 'prose',
      locator: { kind: 'lines', lines: [number, number], start, end: start + 4 },
    });
    expect(await collect(recursiveChunker().chunk(stream([line(0, 1), line(5, 2)])))).toHaveLength(2);
    expect(await collect(recursiveChunker().chunk(stream([line(0, 1), line(4, 1)])))).toHaveLength(1);
  });

  test('what may be anything in a file is not taken for line breaks', async () => {
    const joined = async (first: string, second: string) => {
      const sections = [at(0, first), at(first.length + 2, second)];
      return (await collect(recursiveChunker().chunk(stream(sections)))).map((chunk) => chunk.text);
    };
    expect(await joined('First.', 'Second.')).toEqual(['First.\n\nSecond.']);
    // As in a file with line breaks of Windows, or with a line of two spaces.
    expect(await joined('First\r\nparagraph.', 'Second.')).toHaveLength(2);
    expect(await joined('First.', 'Second\r\nparagraph.')).toHaveLength(2);
    expect(await joined('First.\n', 'Second.')).toHaveLength(2);
  });

  test('boxes move with the text that joins', async () => {
    const page = (start: number, text: string, y: number): Section => ({
      text,
      kind: 'prose',
      boxes: [{ start: 0, end: text.length, box: [10, y, 90, y + 10] }],
      locator: { kind: 'page', page: 1, start, end: start + text.length },
    });
    const chunks = await collect(recursiveChunker().chunk(stream([page(0, 'Above.', 700), page(8, 'Below.', 650)])));
    expect(chunks.map((chunk) => chunk.text)).toEqual(['Above.\n\nBelow.']);
  });
});

test('a chunker of Cubo can be made again from its specification, in another thread', async () => {
  for (const chunker of [
    recursiveChunker(),
    recursiveChunker({ maximumTokens: 64 }),
    sentenceChunker({ surroundingSentences: 3 }),
  ]) {
    const specification = structuredClone(chunkerSpecification(chunker));
    expect(specification).toBeDefined();
    if (specification) expect(createChunker(specification).id).toBe(chunker.id);
  }
  expect(chunkerSpecification(recursiveChunker({ maximumTokens: 64, tokens: estimatedTokens }))).toBeUndefined();
  expect(chunkerSpecification({ id: 'own@1', chunk: recursiveChunker().chunk })).toBeUndefined();
});
