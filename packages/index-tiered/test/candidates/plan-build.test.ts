import { type ChunkSet, chunkSetFromRanges, emptyChunkSet, uniteChunkSets } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { planBuild } from '../../src/candidates/building/plan-build.ts';

const ids = (start: number, end: number): ChunkSet => chunkSetFromRanges([[start, end]]);
const limits = { scanned: 100, mostBytes: 1e6, outgrown: 4 };
const index = (known: ChunkSet, more = {}) => ({
  known,
  vectors: known.size,
  bytes: 10 * known.size,
  trainedFor: 1000,
  ...more,
});

test('an index is made where there are more vectors than are scanned, and goes where there are not', () => {
  expect(planBuild(emptyChunkSet, undefined, limits)).toBeUndefined();
  expect(planBuild(ids(0, 100), undefined, limits)).toBeUndefined();
  expect(planBuild(ids(0, 101), undefined, limits)).toEqual({ type: 'make' });
  expect(planBuild(ids(0, 100), index(ids(0, 1000)), limits)).toEqual({ type: 'discard' });
});

test('one that cannot be used, or of which more than half is gone, is made anew', () => {
  expect(planBuild(ids(0, 1000), index(ids(0, 1000), { vectors: undefined }), limits)).toEqual({ type: 'make' });
  expect(planBuild(ids(0, 500), index(ids(0, 1000)), limits)).toBeUndefined();
  expect(planBuild(ids(0, 499), index(ids(0, 1000)), limits)).toEqual({ type: 'make' });
});

test('it is extended by what it does not know, when that is more than is scanned', () => {
  expect(planBuild(ids(0, 1100), index(ids(0, 1000)), limits)).toBeUndefined();
  expect(planBuild(ids(0, 1101), index(ids(0, 1000)), limits)).toEqual({ type: 'extend', ids: ids(1000, 1101) });
  // What has come back is not known either.
  const known = uniteChunkSets(ids(0, 300), ids(500, 1000));
  expect(planBuild(ids(0, 1000), index(known), limits)).toEqual({ type: 'extend', ids: ids(300, 500) });
});

test('it is made anew when there are four times as many vectors as it was trained for', () => {
  expect(planBuild(ids(0, 4000), index(ids(0, 1000)), limits)).toMatchObject({ type: 'extend' });
  expect(planBuild(ids(0, 4001), index(ids(0, 1000)), limits)).toEqual({ type: 'make' });
});

test('it grows no larger than it may be', () => {
  // Bytes for 1900 vectors at ten each, of which a twentieth is left free.
  const small = { ...limits, mostBytes: 20_000 };
  expect(planBuild(ids(0, 3000), index(ids(0, 1000)), small)).toEqual({ type: 'extend', ids: ids(1000, 1900) });
  expect(planBuild(ids(0, 3000), index(ids(0, 1799)), small)).toEqual({ type: 'extend', ids: ids(1799, 1900) });
  expect(planBuild(ids(0, 3000), index(ids(0, 1800)), small)).toBeUndefined();
  // Nor is it made anew for the sake of what does not fit.
  expect(planBuild(ids(0, 9000), index(ids(0, 1900)), small)).toBeUndefined();
});
