import { assert, test } from 'vitest';
import { unitVectors } from '../src/vectors/unit-vectors.ts';

const expected = { count: 2, dimensions: 2, embedder: 'a model' };

test('vectors are brought to unit length, a zero vector stays zero', () => {
  const [first, second] = unitVectors(
    [
      [3, 4],
      [0, 0],
    ],
    expected,
  );
  assert.deepEqual(first, new Float32Array([0.6, 0.8]));
  assert.deepEqual(second, new Float32Array([0, 0]));
});

test.for<[string, number[][], RegExp]>([
  ['a wrong count', [[3, 4]], /1 vectors for 2 texts/],
  ['wrong dimensions', [[3, 4], [1]], /1 dimensions where 2/],
  [
    'a value that is no number',
    [
      [3, 4],
      [Number.NaN, 1],
    ],
    /holds NaN/,
  ],
  [
    'an infinite value',
    [
      [3, 4],
      [Infinity, 1],
    ],
    /holds Infinity/,
  ],
  [
    'a length that is no number any more',
    [
      [3, 4],
      [1e300, 1],
    ],
    /too large/,
  ],
])('%s is refused', ([, vectors, message]) => {
  assert.throws(() => unitVectors(vectors, expected), message);
});
