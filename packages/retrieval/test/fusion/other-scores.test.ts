import type { RankedList } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { convexFusion, reciprocalRankFusion } from '../../src/index.ts';

const sparse: RankedList = {
  name: 'sparse',
  hits: [
    { id: 1, score: 8 },
    { id: 2, score: 4 },
  ],
};
const dense: RankedList = { name: 'dense', hits: [{ id: 3, score: 0.5 }], others: [{ id: 2, score: 0.4 }] };
const context = { query: 'q', limit: 10 };

test('convex fusion counts the scores of chunks that a list does not rank', () => {
  const fused = convexFusion({ alpha: 0.5 }).fuse([sparse, dense], context);
  expect(fused.map((hit) => [hit.id, hit.score])).toEqual([
    [2, 0.25 + 0.4],
    [1, 0.5],
    [3, 0.5],
  ]);
  expect(fused[0]?.contributions).toEqual([
    { list: 'sparse', rank: 2, score: 4, weight: 0.5, contribution: 0.25 },
    { list: 'dense', rank: undefined, score: 0.4, weight: 0.5, contribution: 0.4 },
  ]);
});

test('reciprocal rank fusion looks at ranks alone', () => {
  expect(reciprocalRankFusion().fuse([sparse, dense], context)).toEqual(
    reciprocalRankFusion().fuse([sparse, { ...dense, others: [] }], context),
  );
});

test('a list that understands a part of the query counts for as much', () => {
  const fused = convexFusion({ alpha: 0.5 }).fuse([sparse, { ...dense, confidence: 0.5 }], context);
  // Weights 0.5 and 0.25, scaled to add up to 1.
  expect(fused.map((hit) => hit.id)).toEqual([1, 2, 3]);
  expect(fused[0]?.score).toBeCloseTo(2 / 3, 12);
  expect(fused[1]?.score).toBeCloseTo((2 / 3) * 0.5 + (1 / 3) * 0.8, 12);
  expect(fused[2]?.score).toBeCloseTo(1 / 3, 12);
});
