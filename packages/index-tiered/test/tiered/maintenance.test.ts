import { getEventListeners } from 'node:events';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chunkIds, chunkSetFromRanges, type VectorTier } from '@cubo/contracts';
import { openTieredVectors, tieredVectorsFormat } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer, openIndexDirectory } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(600, dimensions, 3);
const query = vectors[11] as Float32Array;
const hot = { capacity: 100, scanBytes: 0 };
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

async function add(tier: VectorTier, from: number, to: number): Promise<void> {
  const ids = range(from, to);
  await tier.add({ ids, vectors: ids.map((id) => vectors[id] as Float32Array) });
}

/** The files of the operating system; what is written to a file with the extension waits once until it is let go on. */
function pausedFiles(extension: string): { files: FileLayer; paused: Promise<void>; go(): void } {
  const paused = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const files: FileLayer = {
    ...nodeFileLayer,
    async create(path) {
      const file = await nodeFileLayer.create(path);
      return {
        ...file,
        async write(bytes) {
          if (path.endsWith(extension)) {
            paused.resolve();
            await gone.promise;
          }
          await file.write(bytes);
        },
      };
    },
  };
  return { files, paused: paused.promise, go: () => gone.resolve() };
}

/** What a search for all finds is what is held, each once. */
async function expectHeld(tier: VectorTier, held: readonly number[]): Promise<void> {
  expect([...chunkIds(tier.coverage())]).toEqual(held);
  const hits = await tier.search(query, { limit: 1000 });
  const score = (id: number) => (vectors[id] as Float32Array).reduce((sum, v, i) => sum + v * (query[i] as number), 0);
  // Beyond the rounding of int8.
  const found = hits.filter(({ score }) => score > 0.02).map(({ id }) => id);
  expect(found.toSorted((a, b) => a - b)).toEqual(held.filter((id) => found.includes(id)));
  expect(found).toEqual(expect.arrayContaining(held.filter((id) => score(id) > 0.04)));
}

test('a segment that a flush has written anew is not merged a second time under its old name', async () => {
  const directory = temporaryDirectory();
  const first = await openTieredVectors({ directory, files: nodeFileLayer, dimensions, hot });
  await add(first, 0, 400);
  await first.optimize?.();
  // More than half of the segment goes, so that it is due to be written anew.
  await first.remove(chunkSetFromRanges([[0, 250]]));
  await first.flush();
  await first.close();

  const { files, paused, go } = pausedFiles('.ivfpq');
  const tier = await openTieredVectors({ directory, files, dimensions, hot });
  const optimized = tier.optimize?.();
  await paused;
  await expectHeld(tier, range(250, 400));
  // Added anew while the step is at work: the flush takes them out of the old segment.
  await add(tier, 100, 150);
  const flushed = tier.flush();
  go();
  await flushed;
  await optimized;
  expect((await nodeFileLayer.list(directory)).filter(({ name }) => name.endsWith('.ivfpq'))).toHaveLength(1);
  await expectHeld(tier, [...range(100, 150), ...range(250, 400)]);
  await tier.optimize?.();
  await expectHeld(tier, [...range(100, 150), ...range(250, 400)]);
  await tier.close();
});

test('what is removed while a segment is made is not in it, and what is added stays hot', async () => {
  const directory = temporaryDirectory();
  const { files, paused, go } = pausedFiles('.ivfpq');
  const tier = await openTieredVectors({ directory, files, dimensions, hot });
  await add(tier, 0, 300);
  const optimized = tier.optimize?.();
  await paused;
  await tier.remove(chunkSetFromRanges([[50, 90]]));
  await add(tier, 300, 350);
  await expectHeld(tier, [...range(0, 50), ...range(90, 350)]);
  await tier.flush();
  go();
  await optimized;
  await expectHeld(tier, [...range(0, 50), ...range(90, 350)]);
  // Removed and added anew in the meantime: the new one is found, once.
  await tier.remove(chunkSetFromRanges([[100, 110]]));
  await add(tier, 100, 110);
  await tier.flush();
  await expectHeld(tier, [...range(0, 50), ...range(90, 350)]);
  await tier.close();
});

test.each([
  ['cold', '.ivfpq', { capacity: 1000, scanBytes: 0 }],
  ['graph', '.hnsw', { scanBytes: 0 }],
])('a vector that takes the place of one removed just before a step is found: %s', async (part, extension, hot) => {
  const many = randomVectors(2001, 32, 4);
  const other = many[2000] as Float32Array;
  const options = { directory: temporaryDirectory(), dimensions: 32, hot, background: false };
  const first = await openTieredVectors({ ...options, files: nodeFileLayer });
  await first.add({ ids: range(0, 2000), vectors: many.slice(0, 2000) });
  await first.flush();
  await first.close();

  const { files, paused, go } = pausedFiles(extension);
  const tier = await openTieredVectors({ ...options, files });
  // There is nothing to flush, so that the removal comes before the step, and is not flushed when that begins.
  const optimized = tier.optimize?.();
  await tier.remove(chunkSetFromRanges([[0, 1]]));
  await paused;
  await tier.add({ ids: [0], vectors: [other] });
  await tier.flush();
  go();
  await optimized;
  const [hit] = await tier.search(other, { limit: 1 });
  expect(hit).toMatchObject({ id: 0, score: expect.closeTo(1, 2), origin: { part } });
  await tier.close();
});

test.each([
  ['cold', '.ivfpq', { capacity: 1000, scanBytes: 0 }],
  ['graph', '.hnsw', { scanBytes: 0 }],
])(
  'a vector that takes the place of another and is not flushed lets a step come to its end: %s',
  async (_, extension, hot) => {
    const many = randomVectors(2001, 32, 4);
    const other = many[2000] as Float32Array;
    const { files, paused, go } = pausedFiles(extension);
    let made = 0;
    const counting: FileLayer = {
      ...files,
      create(path) {
        // Made anew again and again, it would never end.
        if (path.endsWith(extension) && ++made === 4) throw new Error('This was made too often.');
        return files.create(path);
      },
    };
    const options = { directory: temporaryDirectory(), dimensions: 32, hot, background: false };
    const tier = await openTieredVectors({ ...options, files: counting });
    await tier.add({ ids: range(0, 2000), vectors: many.slice(0, 2000) });
    const optimized = tier.optimize?.();
    await paused;
    await tier.remove(chunkSetFromRanges([[7, 8]]));
    await tier.add({ ids: [7], vectors: [other] });
    go();
    await optimized;
    expect(made).toBe(1);
    const expectOther = async (of: VectorTier) => {
      expect([...chunkIds(of.coverage())]).toEqual(range(0, 2000));
      const [hit] = await of.search(other, { limit: 1 });
      expect(hit).toMatchObject({ id: 7, score: expect.closeTo(1, 2) });
      const hits = await of.search(many[7] as Float32Array, { limit: 1 });
      expect(hits[0]?.id).not.toBe(7);
    };
    await expectOther(tier);
    await tier.flush();
    await expectOther(tier);
    await tier.optimize?.();
    await tier.close();
    const again = await openTieredVectors({ ...options, files: nodeFileLayer });
    await expectOther(again);
    await again.close();
  },
);

test('closing gives up what is being made, and leaves no file of it', async () => {
  const directory = temporaryDirectory();
  const { files, paused, go } = pausedFiles('.ivfpq');
  const tier = await openTieredVectors({ directory, files, dimensions, hot });
  await add(tier, 0, 300);
  await tier.flush();
  await paused;
  const closed = tier.close();
  go();
  await closed;
  const again = await openTieredVectors({ directory, files: nodeFileLayer, dimensions, hot, background: false });
  await expectHeld(again, range(0, 300));
  expect((await again.search(query, { limit: 3 }))[0]?.origin?.part).toBe('scan');
  expect((await nodeFileLayer.list(directory)).filter(({ name }) => name.endsWith('.ivfpq'))).toEqual([]);
  await again.close();
});

/** The extensions of the files of an index. */
async function extensionsIn(directory: string): Promise<string[]> {
  const names = (await nodeFileLayer.list(directory)).map(({ name }) => extname(name));
  return [...new Set(names)].toSorted();
}

test.each([
  ['.ivfpq', hot],
  ['.hnsw', { scanBytes: 0 }],
])('what is removed and compacted while a step is at work is in no file: %s', async (extension, hot) => {
  const directory = temporaryDirectory();
  const { files, paused, go } = pausedFiles(extension);
  const tier = await openTieredVectors({ directory, files, dimensions, hot, background: false });
  await add(tier, 0, 300);
  const optimized = tier.optimize?.();
  await paused;
  await tier.remove(chunkSetFromRanges([[0, 50]]));
  await tier.compact?.();
  go();
  await optimized;
  const index = await openIndexDirectory({ directory, files: nodeFileLayer, format: tieredVectorsFormat });
  const names = index.manifest.files.map(({ name }) => name);
  expect(names.filter((name) => name.endsWith(extension))).toHaveLength(1);
  for (const { ids } of index.manifest.files) expect(ids).toEqual(chunkSetFromRanges([[50, 300]]));
  expect((await nodeFileLayer.list(directory)).map(({ name }) => name)).toEqual([...names, 'manifest.json'].toSorted());
  await tier.close();
});

test.each([
  ['.ivfpq', hot],
  ['.hnsw', { scanBytes: 0 }],
  ['.hnsw-vectors', { scanBytes: 0 }],
])('an optimization that is stopped is at rest when it says so: %s', async (extension, hot) => {
  const directory = temporaryDirectory();
  const { files, paused, go } = pausedFiles(extension);
  const tier = await openTieredVectors({ directory, files, dimensions, hot, background: false });
  await add(tier, 0, 300);
  const controller = new AbortController();
  let isSettled = false;
  const optimized = tier.optimize?.({ signal: controller.signal }).finally(() => {
    isSettled = true;
  });
  const stopped = expect(optimized).rejects.toThrow('not now');
  await paused;
  controller.abort(new Error('not now'));
  await setTimeout(20);
  expect(isSettled).toBe(false);
  go();
  await stopped;
  await setTimeout(20);
  expect((await extensionsIn(directory)).filter((each) => each === extension)).toEqual([]);
  await expectHeld(tier, range(0, 300));
  await tier.optimize?.({ signal: new AbortController().signal });
  expect(await extensionsIn(directory)).toContain(extension);
  await tier.close();
});

test('an optimization that others wait for goes on when one of them stops waiting', async () => {
  const directory = temporaryDirectory();
  const { files, paused, go } = pausedFiles('.ivfpq');
  const tier = await openTieredVectors({ directory, files, dimensions, hot, background: false });
  await add(tier, 0, 300);
  const { signal } = new AbortController();
  const controller = new AbortController();
  const stopped = expect(tier.optimize?.({ signal: controller.signal })).rejects.toThrow('not now');
  const optimized = tier.optimize?.({ signal });
  await paused;
  controller.abort(new Error('not now'));
  await stopped;
  go();
  await optimized;
  expect(await extensionsIn(directory)).toContain('.ivfpq');
  // A signal may live as long as the library.
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await tier.close();
});
