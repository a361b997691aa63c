import { compareHits } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentSimilarity, maximalMarginalRelevance } from '../../src/index.ts';

const lists = fc
  .uniqueArray(fc.record({ id: fc.nat(99), score: fc.double({ min: -5, max: 5, noNaN: true }) }), {
    selector: ({ id }) => id,
    maxLength: 14,
  })
  .map((hits) => hits.sort(compareHits));
const table = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 14 * 14, maxLength: 14 * 14 });

test('each choice is the best one by the definition', async () => {
  await fc.assert(
    fc.asyncProperty(
      lists,
      table,
      fc.nat(10).map((tenths) => tenths / 10),
      fc.nat(14),
      async (hits, values, diversity, limit) => {
        const similarity = (a: number, b: number) => (values[Math.min(a, b) * 14 + Math.max(a, b)] as number) / 10;
        const chosen = await maximalMarginalRelevance(hits, { limit, diversity, similarity });
        expect(chosen).toHaveLength(Math.min(limit, hits.length));
        const [low, high] = [hits.at(-1)?.score ?? 0, hits[0]?.score ?? 0];
        const before: number[] = [];
        for (const { diversified, id, score } of chosen) {
          const value = (at: number) => {
            const relevance = 1 - (high - (hits[at]?.score ?? 0)) / (high - low || 1);
            const nearest = Math.max(0, ...before.map((other) => similarity(at, other)));
            return (1 - diversity) * relevance - diversity * nearest;
          };
          const place = diversified.rank - 1;
          expect(hits[place]).toEqual({ id, score });
          expect(diversified.similarity).toBe(Math.max(0, ...before.map((other) => similarity(place, other))));
          const rest = [...hits.keys()].filter((at) => !before.includes(at));
          const best = Math.max(...rest.map(value));
          expect(value(place)).toBe(best);
          expect(place).toBe(rest.find((at) => value(at) === best));
          before.push(place);
        }
      },
    ),
    { seed: 11, numRuns: 300 },
  );
});

test('no diversity leaves the order as it is; a copy comes after what is new', async () => {
  const hits = [9, 8, 7].map((score, id) => ({ id, score }));
  const similarity = (a: number, b: number) => (a + b === 1 ? 1 : 0);
  const ids = async (diversity: number) =>
    (await maximalMarginalRelevance(hits, { limit: 3, diversity, similarity })).map(({ id }) => id);
  expect(await ids(0)).toEqual([0, 1, 2]);
  expect(await ids(0.5)).toEqual([0, 2, 1]);
});

test('contents are compared by vectors where both have one, else by terms', () => {
  const vector = (...values: number[]) => Float32Array.from(values);
  const none = new Set<string>();
  expect(
    contentSimilarity({ vector: vector(1, 0), terms: none }, { vector: vector(0.6, 0.8), terms: none }),
  ).toBeCloseTo(0.6, 6);
  expect(contentSimilarity({ vector: vector(1, 0), terms: none }, { vector: vector(-1, 0), terms: none })).toBe(0);
  const [a, b] = [new Set(['x', 'y']), new Set(['x', 'y', 'z', 'w', 'x1', 'x2', 'x3', 'x4'])];
  expect(contentSimilarity({ vector: vector(1, 0), terms: a }, { terms: b })).toBe(0.5);
  expect(contentSimilarity({ terms: none }, { terms: a })).toBe(0);
});
