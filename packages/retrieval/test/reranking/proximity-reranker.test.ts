import { rerankerConformance } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnalyzer, proximityReranker } from '../../src/index.ts';
import { countWindows } from '../../src/reranking/count-windows.ts';

const analyzer = createAnalyzer();

describe('proximityReranker keeps the contract', () => {
  for (const { name, run } of rerankerConformance({ create: () => proximityReranker({ analyzer }) })) test(name, run);
});

const places = fc.uniqueArray(fc.nat(60), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b));

test('windows are counted as by comparing every place with every other', () => {
  fc.assert(
    fc.property(places, places, (first, second) => {
      const steps = first.map((at) => second.map((other) => other - at).filter((step) => step !== 0));
      expect(countWindows(first, second)).toEqual({
        ordered: steps.filter((of) => of.some((step) => step > 0 && step <= 2)).length,
        unordered: steps.filter((of) => of.some((step) => Math.abs(step) < 8)).length,
      });
    }),
    { seed: 21, numRuns: 500 },
  );
});

const near = 'The notice period of the tenant is three months.';
const far = `Notice that the tenant moved. ${'Another sentence about stones and walls. '.repeat(4)}A period of months.`;

test('a passage in which the words of the query stand together is lifted', async () => {
  const candidates = [
    { id: 1, score: 1, text: far },
    { id: 2, score: 0.98, text: near },
    { id: 3, score: 0.2, text: 'Nothing of all that.' },
  ];
  const order = async (query: string, weight?: number) =>
    (await proximityReranker({ analyzer, weight }).rerank(query, candidates)).map(({ id }) => id);
  expect(await order('notice period')).toEqual([2, 1, 3]);
  // A stem is a word too, and so is one in between.
  expect(await order('noticed periods')).toEqual([2, 1, 3]);
  expect(await order('notice of period')).toEqual([2, 1, 3]);
  expect(await order('notice period', 0)).toEqual([1, 2, 3]);
  // One word has no neighbour.
  expect(await order('period')).toEqual([1, 2, 3]);
});

test('the order of those that have no pair is kept, however their scores lie', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 9 }),
      async (scores) => {
        const candidates = scores.map((score, id) => ({ id, score, text: `text number ${id}` }));
        const ranked = await proximityReranker({ analyzer }).rerank('notice period', candidates);
        expect(ranked.map(({ id }) => scores[id])).toEqual(scores.toSorted((a, b) => b - a));
      },
    ),
    { seed: 4, numRuns: 50 },
  );
});

test('settings that make no sense are refused', () => {
  for (const weight of [-1, 2, Number.NaN, '1' as unknown as number])
    expect(() => proximityReranker({ analyzer, weight })).toThrow('weight');
  expect(() => proximityReranker({ analyzer, window: 3 } as never)).toThrow('window');
});

test('forms beside the words of a query are no neighbours of each other', async () => {
  const candidates = [{ id: 1, score: 1, text: 'stateoftheart email' }];
  const [hit] = await proximityReranker({ analyzer }).rerank('state-of-the-art e-mail', candidates);
  expect(hit?.score).toBe(1);
});
