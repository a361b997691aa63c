import { chunkIds, chunkSetFromIds, chunkSetFromRanges, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spliceChunks } from '../src/snapshot/splice-chunks.ts';

const ids = (maximum: number) =>
  fc.array(fc.integer({ min: 0, max: maximum }), { maxLength: 60 }).map((given) => chunkSetFromIds(given));

test('splicing is taking out and putting in, whichever ranges overlap or adjoin', () => {
  fc.assert(
    fc.property(ids(120), ids(120), ids(120), (set, without, others) => {
      const expected = new Set(chunkIds(set));
      for (const id of chunkIds(without)) expected.delete(id);
      for (const id of chunkIds(others)) expected.add(id);
      expect(spliceChunks(set, without, others)).toEqual(chunkSetFromIds(expected));
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test('a set in which nothing changes is the same object', () => {
  const set = chunkSetFromRanges([
    [0, 4],
    [10, 20],
  ]);
  const moved = chunkSetFromRanges([[12, 14]]);
  expect(spliceChunks(set, moved, moved)).toBe(set);
  expect(spliceChunks(set, chunkSetFromIds([5]), chunkSetFromIds([11]))).toBe(set);
});

test('many changes come to the same as few', () => {
  const even = chunkSetFromIds(Array.from({ length: 20_000 }, (_, i) => 2 * i));
  const odd = chunkSetFromIds(Array.from({ length: 10_000 }, (_, i) => 4 * i + 1));
  const gone = chunkSetFromIds(Array.from({ length: 10_000 }, (_, i) => 4 * i));
  expect(spliceChunks(even, gone, odd)).toEqual(uniteChunkSets(subtractChunkSets(even, gone), odd));
});
