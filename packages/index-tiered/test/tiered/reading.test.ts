import { chunkSetFromIds, chunkSetFromRanges } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { countingFileLayer } from '../counting-file-layer.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

// 64 vectors of 4096 bytes are a piece.
const dimensions = 4092;
const pieceBytes = 64 * 4096;
const vectors = randomVectors(640, dimensions, 9);
const query = vectors[55] as Float32Array;

/** An index of one file with ten pieces. */
async function makeIndex(): Promise<string> {
  const directory = temporaryDirectory();
  const tier = await openTieredVectors({ directory, files: nodeFileLayer, dimensions });
  await tier.add({ ids: vectors.map((_, id) => id), vectors });
  await tier.flush();
  await tier.close();
  return directory;
}

test('opening reads headers only, a first search every piece once, a second search none', async () => {
  const { files, reads } = countingFileLayer();
  const tier = await openTieredVectors({ directory: await makeIndex(), files, dimensions });
  expect(reads()).toBe(3);
  const first = await tier.search(query, { limit: 3 });
  expect(reads()).toBe(13);
  expect(await tier.search(query, { limit: 3 })).toEqual(first);
  expect(reads()).toBe(13);
  await tier.close();
});

test('the cache stays within its bytes, and what does not fit is read again', async () => {
  const directory = await makeIndex();
  for (const [cached, again] of [
    [0, 10],
    [4, 6],
    [10, 0],
  ] as const) {
    const { files, reads } = countingFileLayer();
    const tier = await openTieredVectors({ directory, files, dimensions, cacheBytes: cached * pieceBytes });
    await tier.search(query, { limit: 3 });
    const before = reads();
    await tier.search(query, { limit: 3 });
    expect(reads() - before).toBe(again);
    await tier.close();
  }
});

test('pieces without any chunk of the filter are not read', async () => {
  const { files, reads } = countingFileLayer();
  const tier = await openTieredVectors({ directory: await makeIndex(), files, dimensions, cacheBytes: 0 });
  const cost = async (filter: ReturnType<typeof chunkSetFromIds>) => {
    const before = reads();
    await tier.search(query, { limit: 100, filter });
    return reads() - before;
  };
  expect(await cost(chunkSetFromIds([]))).toBe(0);
  expect(await cost(chunkSetFromIds([5000]))).toBe(0);
  // Together where they are close to each other, one by one where they are not.
  expect(await cost(chunkSetFromIds([0, 3, 5]))).toBe(1);
  expect(await cost(chunkSetFromIds([0, 31, 63]))).toBe(3);
  expect(await cost(chunkSetFromIds([63, 64, 639]))).toBe(3);
  expect(await cost(chunkSetFromRanges([[100, 200]]))).toBe(3);
  // Removed chunks are not wanted either.
  await tier.remove(chunkSetFromRanges([[0, 192]]));
  expect(await cost(chunkSetFromRanges([[0, 640]]))).toBe(7);
  await tier.close();
});

test('a long search gives way to other work and can be stopped', async () => {
  const wide = 64;
  const tier = await openTieredVectors({ directory: temporaryDirectory(), files: nodeFileLayer, dimensions: wide });
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
  const cacheBytes = 10 * pieceBytes;
  const tier = await openTieredVectors({ directory: await makeIndex(), files: slow, dimensions, cacheBytes });
  holdsRead = true;
  const search = tier.search(query, { limit: 100 });
  await tier.remove(chunkSetFromRanges([[0, 384]]));
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
  const tier = await openTieredVectors({ directory: await makeIndex(), files, dimensions });
  const before = reads();
  expect(await tier.search(new Float32Array(dimensions), { limit: 3 })).toEqual([]);
  expect(reads()).toBe(before);
  await tier.close();
});

test('what the index covers is the same object until it changes', async () => {
  const tier = await openTieredVectors({ directory: await makeIndex(), files: nodeFileLayer, dimensions });
  await tier.add({ ids: [2000], vectors: [query] });
  const covered = tier.coverage();
  await tier.search(query, { limit: 3 });
  await tier.refresh();
  await tier.remove(chunkSetFromIds([3000]));
  expect(tier.coverage() === covered).toBe(true);
  await tier.remove(chunkSetFromIds([3]));
  expect(tier.coverage().size).toBe(covered.size - 1);
  await tier.close();
});
