import { type Analyzer, chunkIds, chunkSetFromIds, type SparseIndex } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from '../../src/lexical/search/edit-distance.ts';
import { alignment } from './bm25-model.ts';
import { analyzer, found, open, withDirectory } from './helpers.ts';

const texts: readonly [text: string, language: string][] = [
  ['The notice period is three months, and the period of notice for others is one.', 'en'],
  ['A notice about the period of the lantern in the harbour.', 'en'],
  ['Die Haftpflichtversicherung zahlt den Schaden, den die Haftpflicht umfasst.', 'de'],
  ['Der Arbeitsvertrag endet mit der Kündigung. Die Arbeit auch.', 'de'],
  ['Der Vertrag wurde als Entwurf versandt.', 'de'],
  ['Gli articoli della legge sui gatti.', 'it'],
  ['An apparatus.', 'en'],
];

/** Runs with the texts in a file, in a buffer, and in both. */
async function withTexts(run: (index: SparseIndex) => Promise<void>): Promise<void> {
  for (const flushed of [0, 3, texts.length]) {
    await withDirectory(async (directory) => {
      const index = await open(directory);
      const documents = texts.map(([text, language], id) => ({ id, text, language }));
      await index.add(documents.slice(0, flushed));
      await index.flush();
      await index.add(documents.slice(flushed));
      await run(index);
      await index.close();
    });
  }
}

async function matching(index: SparseIndex, required: string[], excluded: string[] = []): Promise<number[]> {
  return [...chunkIds((await index.matching?.({ required, excluded }, {})) as never)];
}

describe('what is asked for', () => {
  test('a phrase is found by its words in their order, with the words between them that are not kept', () =>
    withTexts(async (index) => {
      expect(await matching(index, ['notice period'])).toEqual([0]);
      expect(await matching(index, ['period of notice'])).toEqual([0]);
      expect(await matching(index, ['period notice'])).toEqual([]);
      expect(await matching(index, ['Notice Periods'])).toEqual([0]);
      expect(await matching(index, ['no such words'])).toEqual([]);
    }));

  test('required and excluded words', () =>
    withTexts(async (index) => {
      expect(await matching(index, ['notice', 'lantern'])).toEqual([1]);
      expect(await matching(index, ['notice'], ['lantern'])).toEqual([0]);
      expect(await matching(index, ['Vertrag'], ['Entwurf'])).toEqual([]);
      expect(await matching(index, [], ['notice period', 'gatto'])).toEqual([1, 2, 3, 4, 6]);
      // A text without any word that is kept asks for nothing.
      expect(await matching(index, ['the', '?!'], ['of'])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }));

  test('a phrase of a query lifts the chunk that has it', () =>
    withTexts(async (index) => {
      const [plain, lifted] = [
        await index.search('lantern notice period', { limit: 5 }),
        await index.search('lantern notice period', { limit: 5, phrases: ['notice period'] }),
      ];
      const scoreOf = (hits: typeof plain, wanted: number) => hits.find(({ id }) => id === wanted)?.score ?? 0;
      expect(scoreOf(lifted, 0)).toBeGreaterThan(1.2 * scoreOf(plain, 0));
      expect(scoreOf(lifted, 1)).toBeCloseTo(scoreOf(plain, 1), 12);
    }));

  test('a compound is found by its parts, as far as these are words of the texts', () =>
    withTexts(async (index) => {
      // "Haftpflicht" is a word of the texts, so what is left of the compound is one.
      expect(await found(index, 'Versicherung')).toEqual([2]);
      expect((await found(index, 'Vertrag')).sort()).toEqual([3, 4]);
      expect(await found(index, 'Haftpflicht')).toEqual([2]);
      // "Appa" is none.
      expect(await found(index, 'Ratus')).toEqual([]);
    }));

  test('a word that no chunk has is looked for as one that is misspelt', () =>
    withTexts(async (index) => {
      expect(await found(index, 'lantren')).toEqual([1]);
      expect(await found(index, 'Arbietsvertrag')).toEqual([3]);
      // One letter of a short word, the first letter of none.
      expect(await found(index, 'harbuor')).toEqual([1]);
      expect(await found(index, 'xarbour')).toEqual([]);
      expect(await found(index, 'hrbuor')).toEqual([]);
      expect(await found(index, '1antern')).toEqual([]);
      // What is there is not looked for elsewhere.
      expect(await found(index, 'month')).toEqual([0]);
    }));

  test('the terms that a query is searched by', () =>
    withTexts(async (index) => {
      const terms = await index.searchedTerms?.('Versicherung lantren the 404', {});
      expect(terms).toMatchObject([
        { text: 'Versicherung', documentFrequency: 1, weight: 1 },
        { text: 'lantren', variants: ['lantern'], documentFrequency: 1, isFuzzy: true },
        { text: '404', documentFrequency: 0 },
      ]);
      expect(terms?.[0]?.variants).toContain('haftpflichtversicher');
      expect(terms?.[1]?.weight).toBeLessThan(1);
      const twice = (terms ?? []).slice(0, 1).map((term) => ({ ...term, weight: 2 }));
      const byTerm = await index.searchTerms?.(twice, { limit: 5 });
      const byText = await index.search('Versicherung', { limit: 5 });
      expect(byTerm?.map(({ id }) => id)).toEqual([2]);
      expect(byTerm?.[0]?.score).toBeCloseTo(2 * (byText[0]?.score ?? 0), 12);
    }));
});

test('of a very long query only the first unknown words are guessed', () =>
  withTexts(async (index) => {
    const misspelt = ['lantren', 'harbuor', 'apparatsu'];
    const unknown = Array.from({ length: 7 }, (_, i) => `zzzz${'abcdefg'.charAt(i)}`);
    const terms = await index.searchedTerms?.([...unknown, ...misspelt].join(' '), {});
    expect(terms?.flatMap(({ text, isFuzzy }) => (isFuzzy ? [text] : []))).toEqual(['lantren']);
    const long = Array.from({ length: 10_000 }, (_, i) => `w${i.toString(36)}x`).join(' ');
    expect(await index.search(`${long} harbour`, { limit: 3 })).toMatchObject([{ id: 1 }]);
  }));

test('what was replaced is not matched', () =>
  withDirectory(async (directory) => {
    const index = await open(directory);
    await index.add([{ id: 0, text: 'draft apple contract' }]);
    await index.flush();
    await index.remove(chunkSetFromIds([0]));
    await index.add([{ id: 0, text: 'final banana contract' }]);
    for (const flushes of [false, true]) {
      if (flushes) await index.flush();
      expect(await matching(index, ['draft'])).toEqual([]);
      expect(await matching(index, ['contract'], ['draft'])).toEqual([0]);
    }
    await index.close();
  }));

test('an analysis that fails in the middle leaves nothing to the next text', () =>
  withDirectory(async (directory) => {
    const failing: Analyzer = {
      ...analyzer,
      analyzePositions(text, options) {
        if (text.includes('BOOM')) throw new Error('boom');
        return analyzer.analyzePositions?.(text, options) ?? { terms: [], positions: [] };
      },
    };
    const index = await open(directory, { analyzer: failing });
    const fields = { titleEnd: 7, headingEnd: 7 };
    await expect(index.add([{ id: 0, text: 'secret BOOM', fields }])).rejects.toThrow('boom');
    await index.add([{ id: 1, text: 'hello world', fields: { titleEnd: 0, headingEnd: 0 } }]);
    expect(await found(index, 'secret')).toEqual([]);
    expect(await found(index, 'world')).toEqual([1]);
    await index.close();
  }));

test.each([
  [{ bufferByte: 5 }, /bufferByte/],
  [{ bufferBytes: 0 }, /bufferBytes/],
])('refuses the options %j', (options, message) =>
  withDirectory(async (directory) => {
    await expect(open(directory, options as object)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringMatching(message),
    });
  }),
);

test('without positions there are no phrases, and it says so', () =>
  withDirectory(async (directory) => {
    const index = await open(directory, { positions: false });
    await index.add([{ id: 1, text: 'the notice period' }]);
    await index.flush();
    expect(await matching(index, ['notice'])).toEqual([1]);
    await expect(matching(index, ['notice period'])).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
    const hits = await index.search('notice period', { limit: 1 });
    expect(await index.search('notice period', { limit: 1, phrases: ['notice period'] })).toEqual(hits);
    await index.close();
    await expect(open(directory)).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  }));

test('words of the title count as often as they are said to', () =>
  withDirectory(async (directory) => {
    const documents = [
      { id: 1, text: 'lantern harbour granite', fields: { titleEnd: 8, headingEnd: 16 } },
      { id: 2, text: 'granite harbour lantern', fields: { titleEnd: 8, headingEnd: 16 } },
    ];
    const index = await open(directory, { weights: { title: 3, heading: 2 } });
    await index.add(documents);
    // The same as if the words stood there so often.
    const same = await open(`${directory}/same`);
    await same.add([
      { id: 1, text: 'lantern lantern lantern harbour harbour granite' },
      { id: 2, text: 'granite granite granite harbour harbour lantern' },
    ]);
    for (const query of ['lantern', 'harbour', 'granite lantern']) {
      expect(await index.search(query, { limit: 5 })).toEqual(await same.search(query, { limit: 5 }));
    }
    expect(await matching(index, ['lantern harbour'])).toEqual([]);
    await expect(open(`${directory}/other`, { weights: { title: 1.5 } })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('weights.title'),
    });
    await index.close();
    await same.close();
  }));

test('distances are those of the definition, up to what is asked for', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
      expect(editDistance(a, b, most)).toBe(Math.min(alignment(a, b), most + 1));
    }),
    { seed: 13, numRuns: 3000 },
  );
  expect(editDistance('x'.repeat(300), `${'x'.repeat(299)}y`, 2)).toBe(1);
});
