import { chunkSetFromIds, type SparseIndex } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relevanceModel } from '../../src/feedback/relevance-model.ts';
import { convexFusion, createAnalyzer, feedbackTerms, retrieve } from '../../src/index.ts';
import { wordIndex } from '../query/word-index.ts';

const word = fc.constantFrom('lamp', 'pier', 'wall', 'rent', 'year');

test('the relevance model is what it is by its definition', () => {
  const document = fc.record({
    terms: fc.array(word, { maxLength: 9 }),
    score: fc.double({ min: 0.01, max: 30, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(document, { maxLength: 6 }), (documents) => {
      const model = relevanceModel(documents);
      const spoken = documents.filter(({ terms }) => terms.length > 0);
      const total = spoken.reduce((sum, { score }) => sum + score, 0);
      for (const [term, probability] of model) {
        const expected = spoken.reduce(
          (sum, { terms, score }) => sum + (score / total) * (terms.filter((t) => t === term).length / terms.length),
          0,
        );
        expect(probability).toBeCloseTo(expected, 10);
      }
      expect(model.map(([term]) => term).sort()).toEqual([...new Set(spoken.flatMap(({ terms }) => terms))].sort());
      expect(model.map(([, p]) => p)).toEqual(model.map(([, p]) => p).sort((a, b) => b - a));
    }),
    { seed: 7, numRuns: 200 },
  );
});

/** Two ways to speak of one thing, and much that has nothing to do with it. */
const texts = [
  'car engine oil',
  'car engine repair',
  'engine repair manual',
  'automobile engine',
  ...Array.from({ length: 96 }, (_, i) => `the letter number${i}`),
];
const live = chunkSetFromIds(texts.keys());

async function request(index: SparseIndex = wordIndex()) {
  await index.add(texts.map((text, id) => ({ id, text })));
  return {
    query: 'car',
    sparse: index,
    analyzer: { ...createAnalyzer(), analyze: (text: string) => text.split(' ') },
    live,
    filter: live,
    texts: async (ids: readonly number[]) => new Map(ids.map((id) => [id, texts[id] as string])),
  };
}

test('words that the best texts have in common are searched for too', async () => {
  const given = await request();
  const terms = await feedbackTerms({ ...given, terms: 2, originalWeight: 0.5 });
  expect(terms.map(({ text, isFeedback, weight }) => [text, isFeedback, weight])).toEqual([
    // Half for the query; of the rest a half, for `car` and `engine` are as likely.
    ['car', undefined, 0.75],
    ['engine', true, 0.25],
  ]);
  const search = { ...given, limit: 9, mode: 'sparse', fuser: convexFusion() } as const;
  expect((await retrieve(search)).map(({ id }) => id)).toEqual([0, 1]);
  expect((await retrieve({ ...search, terms })).map(({ id }) => id)).toEqual([0, 1, 3, 2]);
});

test('the weights together are as many as the query has words', async () => {
  const given = await request();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('car', 'engine', 'oil', 'letter', 'nothing'), { minLength: 1, maxLength: 6 }),
      fc.record({
        documents: fc.integer({ min: 1, max: 5 }),
        terms: fc.integer({ min: 1, max: 5 }),
        originalWeight: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      async (words, options) => {
        const terms = await feedbackTerms({ ...given, ...options, query: words.join(' ') });
        const sum = terms.reduce((total, { frequency, weight = 1 }) => total + frequency * weight, 0);
        expect(sum).toBeCloseTo(words.length, 8);
        expect(terms.filter(({ isFeedback }) => isFeedback).length).toBeLessThanOrEqual(options.terms);
      },
    ),
    { seed: 3, numRuns: 100 },
  );
});

test('nothing is learnt from texts beyond the filter, nor from words that are everywhere', async () => {
  const given = await request();
  const within = await feedbackTerms({ ...given, filter: chunkSetFromIds([0]) });
  expect(within.map(({ text }) => text)).toEqual(['car', 'engine', 'oil']);
  const letters = await feedbackTerms({ ...given, query: 'number3' });
  expect(letters.map(({ text }) => text)).toEqual(['number3']);
  expect(letters[0]?.weight).toBeCloseTo(1, 10);
});

test('a query that finds nothing is searched for as it is', async () => {
  const given = await request();
  expect((await feedbackTerms({ ...given, query: 'nothing' })).map(({ text, weight }) => [text, weight])).toEqual([
    ['nothing', undefined],
  ]);
  expect(await feedbackTerms({ ...given, query: '' })).toEqual([]);
});

test('an index that cannot search by terms says so', async () => {
  await expect(feedbackTerms(await request(memorySparseIndex()))).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});
