import { chunkSetFromIds, chunkSetFromRanges } from '@cubo/contracts';
import { openExactTier } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { countingFileLayer } from '../counting-file-layer.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 12;
const blockBytes = 10 * 16;
const vectors = randomVectors(100, dimensions, 9);
const query = vectors[55] as Float32Array;

/** An index of one file with ten blocks of ten vectors. */
async function makeIndex(): Promise<string> {
  const directory = temporaryDirectory();
  const tier = await openExactTier({ directory, files: nodeFileLayer, dimensions, blockBytes });
  await tier.add({ ids: vectors.map((_, id) => id), vectors });
  await tier.flush();
  await tier.close();
  return directory;
}

test('opening reads headers only, a first search every block once, a second search none', async () => {
  const { files, reads } = countingFileLayer();
  const tier = await openExactTier({ directory: await makeIndex(), files, dimensions });
  expect(reads()).toBe(3);
  const first = await tier.search(query, { limit: 3 });
  expect(reads()).toBe(13);
  expect(await tier.search(query, { limit: 3 })).toEqual(first);
  expect(reads()).toBe(13);
  await tier.close();
});

test('the cache stays within its bytes, and what does not fit is read again', async () => {
  const directory = await makeIndex();
  for (const [blocks, again] of [
    [0, 10],
    [4, 6],
    [10, 0],
  ] as const) {
    const { files, reads } = countingFileLayer();
    const tier = await openExactTier({ directory, files, dimensions, cacheBytes: blocks * blockBytes });
    await tier.search(query, { limit: 3 });
    const before = reads();
    await tier.search(query, { limit: 3 });
    expect(reads() - before).toBe(again);
    await tier.close();
  }
});

test('blocks without any chunk of the filter are not read', async () => {
  const { files, reads } = countingFileLayer();
  const tier = await openExactTier({ directory: await makeIndex(), files, dimensions, cacheBytes: 0 });
  const cost = async (filter: ReturnType<typeof chunkSetFromIds>) => {
    const before = reads();
    await tier.search(query, { limit: 100, filter });
    return reads() - before;
  };
  expect(await cost(chunkSetFromIds([]))).toBe(0);
  expect(await cost(chunkSetFromIds([500]))).toBe(0);
  expect(await cost(chunkSetFromIds([0, 3, 9]))).toBe(1);
  expect(await cost(chunkSetFromIds([9, 10, 99]))).toBe(3);
  expect(await cost(chunkSetFromRanges([[15, 36]]))).toBe(3);
  // Removed chunks are not wanted either.
  await tier.remove(chunkSetFromRanges([[0, 30]]));
  expect(await cost(chunkSetFromRanges([[0, 100]]))).toBe(7);
  await tier.close();
});

test('a long search gives way to other work and can be stopped', async () => {
  const wide = 64;
  const tier = await openExactTier({ directory: temporaryDirectory(), files: nodeFileLayer, dimensions: wide });
  const [vector] = randomVectors(1, wide, 4) as [Float32Array];
  const count = 600_000;
  await tier.add({ ids: Array.from({ length: count }, (_, id) => id), vectors: Array(count).fill(vector) });

  let turns = 0;
  let searching = true;
  const work = (async () => {
    while (searching) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
  })();
  expect(await tier.search(vector, { limit: 2 })).toMatchObject([{ id: 0 }, { id: 1 }]);
  searching = false;
  await work;
  expect(turns).toBeGreaterThan(1);

  const controller = new AbortController();
  const search = tier.search(vector, { limit: 2, signal: controller.signal });
  setImmediate(() => controller.abort(new Error('no longer wanted')));
  await expect(search).rejects.toThrow('no longer wanted');
  await tier.close();
});

test('a search that outlives its file leaves the cache to the files that are there', async () => {
  const { files, reads } = countingFileLayer();
  let flushed = () => {};
  const untilFlushed = new Promise<void>((resolve) => {
    flushed = resolve;
  });
  let holdsRead = false;
  const slow: FileLayer = {
    ...files,
    async open(path) {
      const file = await files.open(path);
      return {
        ...file,
        async read(position, length) {
          const waits = holdsRead;
          holdsRead = false;
          if (waits) await untilFlushed;
          return file.read(position, length);
        },
      };
    },
  };
  const cacheBytes = 10 * blockBytes;
  const tier = await openExactTier({ directory: await makeIndex(), files: slow, dimensions, blockBytes, cacheBytes });
  holdsRead = true;
  const search = tier.search(query, { limit: 100 });
  await tier.remove(chunkSetFromRanges([[0, 60]]));
  await tier.flush();
  flushed();
  await search;
  await tier.search(query, { limit: 100 });
  const before = reads();
  await tier.search(query, { limit: 100 });
  expect(reads() - before).toBe(0);
  await tier.close();
});

test('a query without direction reads nothing and finds nothing', async () => {
  const { files, reads } = countingFileLayer();
  const tier = await openExactTier({ directory: await makeIndex(), files, dimensions });
  const before = reads();
  expect(await tier.search(new Float32Array(dimensions), { limit: 3 })).toEqual([]);
  expect(reads()).toBe(before);
  await tier.close();
});

test('what the index covers is the same object until it changes', async () => {
  const tier = await openExactTier({ directory: await makeIndex(), files: nodeFileLayer, dimensions });
  await tier.add({ ids: [200], vectors: [query] });
  const covered = tier.coverage();
  await tier.search(query, { limit: 3 });
  await tier.refresh();
  await tier.remove(chunkSetFromIds([300]));
  expect(tier.coverage() === covered).toBe(true);
  await tier.remove(chunkSetFromIds([3]));
  expect(tier.coverage().size).toBe(covered.size - 1);
  await tier.close();
});
