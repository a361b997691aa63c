import { chunkSetFromRanges, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(600, dimensions, 3);

async function add(tier: VectorTier, from: number, to: number): Promise<void> {
  const ids = Array.from({ length: to - from }, (_, i) => from + i);
  await tier.add({ ids, vectors: ids.map((id) => vectors[id] as Float32Array) });
}

test('the state of an index tells how many live chunks are searched in which way, and what that misses', async () => {
  const tier = await openTieredVectors({
    directory: temporaryDirectory(),
    files: nodeFileLayer,
    dimensions,
    hot: { capacity: 300, scanBytes: 0 },
    background: false,
  });
  await add(tier, 0, 200);
  expect(tier.stats().parts).toEqual([{ part: 'scan', chunks: 200 }]);
  await tier.optimize?.();
  expect(tier.stats().parts).toEqual([{ part: 'graph', chunks: 200 }]);
  await add(tier, 200, 500);
  await tier.optimize?.();
  await add(tier, 500, 520);
  await tier.remove(chunkSetFromRanges([[0, 50]]));
  const { parts } = tier.stats();
  expect(parts).toEqual([
    { part: 'scan', chunks: 20 },
    { part: 'cold', chunks: 450, recallLoss: expect.any(Number) },
  ]);
  const [origin] = (await tier.search(vectors[300] as Float32Array, { limit: 5 })).map((hit) => hit.origin);
  expect(origin).toMatchObject({ part: 'cold', recallLoss: parts?.[1]?.recallLoss });
  await tier.close();
});

test('what goes wrong in the background is told by the state, until it succeeds', async () => {
  let isFull = true;
  const files: FileLayer = {
    ...nodeFileLayer,
    create(path) {
      if (isFull && path.endsWith('.ivfpq')) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return nodeFileLayer.create(path);
    },
  };
  const directory = temporaryDirectory();
  const tier = await openTieredVectors({ directory, files, dimensions, hot: { capacity: 100, scanBytes: 0 } });
  await add(tier, 0, 200);
  await tier.flush();
  await expect.poll(() => tier.stats().failure?.message, { timeout: 10_000 }).toMatch(/space/);
  expect((await tier.search(vectors[7] as Float32Array, { limit: 1 }))[0]?.id).toBe(7);
  isFull = false;
  await tier.optimize?.();
  expect(tier.stats()).toMatchObject({ failure: undefined, parts: [{ part: 'cold', chunks: 200 }] });
  await tier.close();
});
