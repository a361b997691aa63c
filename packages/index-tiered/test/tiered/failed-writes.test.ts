import { chunkSetFromRanges } from '@cubo/contracts';
import { openTieredVectors, tieredVectorsFormat } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer, openIndexDirectory } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(300, dimensions, 6);
const batch = { ids: vectors.map((_, id) => id), vectors };
const namesIn = async (directory: string) => (await nodeFileLayer.list(directory)).map(({ name }) => name);

/** The files of the operating system, until they are broken: then no file with the extension can be made. */
function breakableFiles(extension: string): { files: FileLayer; break(): void } {
  let isBroken = false;
  const files: FileLayer = {
    ...nodeFileLayer,
    async create(path) {
      if (isBroken && path.endsWith(extension)) throw new Error('the disk is full');
      return nodeFileLayer.create(path);
    },
  };
  return {
    files,
    break() {
      isBroken = true;
    },
  };
}

test('flushes that fail leave nothing on the disk', async () => {
  const directory = temporaryDirectory();
  const { files, break: breakFiles } = breakableFiles('manifest.json.new');
  const options = { directory, files, dimensions, hot: { capacity: 0, scanBytes: 0 }, background: false };
  const tier = await openTieredVectors(options);
  await tier.add(batch);
  await tier.optimize?.();
  const before = await namesIn(directory);
  await tier.remove(chunkSetFromRanges([[0, 10]]));
  await tier.add({ ids: [5], vectors: vectors.slice(5, 6) });
  breakFiles();
  for (let i = 0; i < 3; i++) await expect(tier.flush()).rejects.toThrow('full');
  // Neither of the vectors nor of the cold segment, which the flush would have written anew.
  expect(await namesIn(directory)).toEqual(before);
  await tier.close();
});

test('a graph that cannot be written leaves nothing on the disk', async () => {
  const directory = temporaryDirectory();
  const { files, break: breakFiles } = breakableFiles('.hnsw-vectors');
  const tier = await openTieredVectors({ directory, files, dimensions, hot: { scanBytes: 0 }, background: false });
  await tier.add(batch);
  await tier.flush();
  const before = await namesIn(directory);
  breakFiles();
  await expect(tier.optimize?.()).rejects.toThrow('full');
  expect(await namesIn(directory)).toEqual(before);
  await tier.close();
});

test('what a commit has named stays, though the commit fails at its last step', async () => {
  const directory = temporaryDirectory();
  let isBroken = false;
  let isRenamed = false;
  const files: FileLayer = {
    ...nodeFileLayer,
    async rename(from, to) {
      await nodeFileLayer.rename(from, to);
      isRenamed = isBroken;
    },
    async syncDirectory(path) {
      if (isRenamed) throw new Error('the disk is broken');
      await nodeFileLayer.syncDirectory(path);
    },
  };
  const options = { directory, dimensions, hot: { capacity: 100, scanBytes: 0 }, background: false };
  const tier = await openTieredVectors({ ...options, files });
  await tier.add(batch);
  await tier.flush();
  isBroken = true;
  await expect(tier.optimize?.()).rejects.toThrow('broken');
  await tier.close();
  const again = await openTieredVectors({ ...options, files: nodeFileLayer });
  const [hit] = await again.search(vectors[5] as Float32Array, { limit: 1 });
  expect(hit).toMatchObject({ id: 5, origin: { part: 'cold' } });
  await again.close();
});

test.each(['.vectors', '.ivfpq'])('a compaction can be stopped, and is made later: %s', async (extension) => {
  const directory = temporaryDirectory();
  const controller = new AbortController();
  let isStopped = false;
  const files: FileLayer = {
    ...nodeFileLayer,
    async create(path) {
      if (isStopped && path.endsWith(extension)) controller.abort(new Error('not now'));
      return nodeFileLayer.create(path);
    },
  };
  const hot = { capacity: 0, scanBytes: 0 };
  const tier = await openTieredVectors({ directory, files, dimensions, hot, background: false });
  await tier.add(batch);
  await tier.optimize?.();
  await tier.remove(chunkSetFromRanges([[0, 10]]));
  await tier.flush();
  const before = await namesIn(directory);
  isStopped = true;
  await expect(tier.compact?.({ signal: controller.signal })).rejects.toThrow('not now');
  expect(await namesIn(directory)).toEqual(before);
  const held = chunkSetFromRanges([[10, vectors.length]]);
  expect(tier.coverage()).toEqual(held);
  isStopped = false;
  await tier.compact?.({ signal: new AbortController().signal });
  const index = await openIndexDirectory({ directory, files: nodeFileLayer, format: tieredVectorsFormat });
  expect(index.manifest.files).toHaveLength(2);
  for (const { ids } of index.manifest.files) expect(ids).toEqual(held);
  await tier.close();
});
