import { chunkSetFromRanges } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { isTrainingStale } from '../src/indexes/is-training-stale.ts';

const large = { chunks: 1000, nextChunk: 1000 };
const small = { chunks: 100, nextChunk: 100 };

test.each([
  ['nothing has changed', large, [[0, 1000]], false],
  [
    'a quarter of the chunks is new',
    large,
    [
      [0, 1000],
      [1000, 1333],
    ],
    false,
  ],
  [
    'more than a quarter is new',
    large,
    [
      [0, 1000],
      [1000, 1334],
    ],
    true,
  ],
  ['a quarter of its sample is gone', large, [[250, 1000]], false],
  ['more than a quarter of its sample is gone', large, [[251, 1000]], true],
  ['one chunk is new in a small library', small, [[0, 101]], true],
  ['one chunk is new in a library of 501', { chunks: 500, nextChunk: 500 }, [[0, 501]], false],
  ['one chunk is replaced in a small library', small, [[1, 101]], true],
  ['a few chunks are gone from a small library', small, [[25, 100]], false],
] as const)('when %s: %#', (_what, trainedOn, ranges, stale) => {
  expect(isTrainingStale(trainedOn, chunkSetFromRanges(ranges))).toBe(stale);
});
