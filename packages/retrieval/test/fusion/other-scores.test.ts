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

test('with a ceiling a list whose best hit is poor counts for little', () => {
  const fused = convexFusion({ alpha: 0.5, ceilings: { dense: 1 } }).fuse([sparse, dense], context);
  expect(fused.map((hit) => [hit.id, hit.score])).toEqual([
    [1, 0.5],
    [2, 0.25 + 0.5 * 0.4],
    [3, 0.25],
  ]);
  expect(() => convexFusion({ ceilings: { dense: 0 } })).toThrow(/ceiling/);
});
