import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkSetFromRanges } from '@cubo/contracts';
import { openUsearchTier } from '@cubo/index-tiered/usearch';
import { nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** A tier whose library reads nothing that it has written, and its folder. */
async function openUnloadable(background: boolean) {
  const folder = join(temporaryDirectory(), 'library');
  mkdirSync(folder);
  const methods = [
    'size() { return this.count ?? 0; }',
    'add(keys) { this.count = this.size() + keys.length; }',
    'search() { return { keys: [], distances: [] }; }',
    "save(path) { require('node:fs').writeFileSync(path, Buffer.alloc(this.size())); }",
    "load() { throw new Error('There is no room.'); }",
  ];
  writeFileSync(join(folder, 'index.js'), `exports.Index = class { ${methods.join(' ')} };`);
  const directory = temporaryDirectory();
  const options = { directory, files: nodeFileLayer, dimensions: 8, package: folder, scanBytes: 0, background };
  return { tier: await openUsearchTier(options), directory };
}

const vectors = randomVectors(100, 8, 3);

test('an index that was made and cannot be read is an error with a code, and leaves nothing behind', async () => {
  const { tier, directory } = await openUnloadable(false);
  await tier.add({ ids: vectors.map((_, id) => id), vectors });
  await expect(tier.optimize?.()).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining('usearch could not read its index: There is no room.'),
  });
  expect(readdirSync(join(directory, 'usearch'))).toEqual([]);
  const [hit] = await tier.search(vectors[7] as Float32Array, { limit: 1 });
  expect(hit).toMatchObject({ id: 7, origin: { part: 'scan' } });
  await tier.close();
});

test('what goes wrong in the background is told with the state of the index', async () => {
  const { tier } = await openUnloadable(true);
  expect(tier.stats().failure).toBeUndefined();
  await tier.add({ ids: vectors.map((_, id) => id), vectors });
  await tier.flush();
  await expect
    .poll(() => tier.stats().failure, { timeout: 20_000 })
    .toMatchObject({ message: expect.stringContaining('There is no room.') });
  // Where nothing is to be made any more, nothing is wrong.
  await tier.remove(chunkSetFromRanges([[0, 100]]));
  await tier.optimize?.();
  expect(tier.stats().failure).toBeUndefined();
  await tier.close();
}, 30_000);
