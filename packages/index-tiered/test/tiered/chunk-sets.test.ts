import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test.each([[[1, 2]], [7], [null], [{ size: 1 }]])('%j is not taken for a set of chunks', async (given) => {
  const vectors = randomVectors(2, 8, 1);
  const tier = await openTieredVectors({ directory: temporaryDirectory(), files: nodeFileLayer, dimensions: 8 });
  await tier.add({ ids: [1, 2], vectors });
  const refusal = { code: 'CUBO_BAD_ARGUMENT', remedy: expect.stringContaining('chunkSetFromIds') };
  await expect(tier.remove(given as never)).rejects.toMatchObject(refusal);
  const filtered = tier.search(vectors[0] as Float32Array, { limit: 1, filter: given as never });
  await expect(filtered).rejects.toMatchObject(refusal);
  expect(tier.stats().chunks).toBe(2);
  await tier.close();
});
