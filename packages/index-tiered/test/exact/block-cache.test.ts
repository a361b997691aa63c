import { expect, test } from 'vitest';
import { blockCache } from '../../src/exact/block-cache.ts';

const bytes = (length: number) => new Uint8Array(length);

test('blockCache keeps what came first and refuses what no longer fits', () => {
  const cache = blockCache<object>(10);
  const file = {};
  const first = bytes(6);
  cache.offer(file, 0, first);
  cache.offer(file, 1, bytes(5));
  cache.offer(file, 2, bytes(4));
  cache.offer(file, 0, bytes(6));
  expect(cache.get(file, 0)).toBe(first);
  expect(cache.get(file, 1)).toBeUndefined();
  expect(cache.get(file, 2)).toHaveLength(4);
  expect(cache.get({}, 0)).toBeUndefined();
});

test('blockCache has room again when a file is dropped', () => {
  const cache = blockCache<object>(10);
  const [gone, kept] = [{}, {}];
  cache.offer(gone, 0, bytes(6));
  cache.offer(kept, 0, bytes(4));
  cache.drop(gone);
  cache.drop({});
  expect(cache.get(gone, 0)).toBeUndefined();
  cache.offer(kept, 1, bytes(6));
  cache.offer(kept, 2, bytes(1));
  expect([0, 1, 2].map((block) => cache.get(kept, block)?.length)).toEqual([4, 6, undefined]);
});

test('blockCache takes nothing more of a file that was dropped', () => {
  const cache = blockCache<object>(10);
  const [gone, kept] = [{}, {}];
  cache.offer(gone, 0, bytes(6));
  cache.drop(gone);
  cache.offer(gone, 1, bytes(6));
  expect(cache.get(gone, 1)).toBeUndefined();
  cache.offer(kept, 0, bytes(10));
  expect(cache.get(kept, 0)).toHaveLength(10);
});
