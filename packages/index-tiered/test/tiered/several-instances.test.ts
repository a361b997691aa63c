import { readdirSync } from 'node:fs';
import { chunkIds, chunkSetFromIds, chunkSetFromRanges } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(400, dimensions, 21);
const query = vectors[0] as Float32Array;
const batch = (...ids: number[]) => ({ ids, vectors: ids.map((id) => vectors[id] as Float32Array) });
const open = (directory: string, cacheBytes?: number) =>
  openTieredVectors({ directory, files: nodeFileLayer, dimensions, blockBytes: 36, cacheBytes });

test('small files are merged, and a reader of the old ones keeps its state until it refreshes', async () => {
  const directory = temporaryDirectory();
  const writer = await open(directory);
  await writer.add(batch(0, 1, 2));
  await writer.flush();
  const reader = await open(directory, 0);
  const before = await reader.search(query, { limit: 99 });

  let most = 0;
  for (let id = 3; id < 400; id += 2) {
    await writer.add(batch(id));
    await writer.flush();
    most = Math.max(most, writer.stats().segments);
  }
  expect(most).toBeLessThan(8);
  expect(readdirSync(directory).length).toBe(writer.stats().segments + 1);

  // The reader's file is merged away; where the platform allows that at all, it still reads it.
  expect(await reader.search(query, { limit: 99 })).toEqual(before);
  await reader.refresh();
  expect(reader.coverage()).toEqual(writer.coverage());
  expect(await reader.search(query, { limit: 999 })).toEqual(await writer.search(query, { limit: 999 }));
  await reader.close();
  await writer.close();
});

test('a search that is under way sees one state while files are merged below it', async () => {
  const tier = await open(temporaryDirectory(), 0);
  const expected = new Map<number, number>();
  for (let id = 0; id < 60; id++) {
    await tier.add(batch(id));
    if (id % 2 === 0) await tier.flush();
    const search = tier.search(query, { limit: 999 });
    const flushed = tier.flush();
    const hits = await search;
    await flushed;
    for (const { id: found, score } of hits) {
      expect(expected.get(found) ?? score).toBe(score);
      expected.set(found, score);
    }
    expect(await tier.search(query, { limit: 999 })).toEqual(hits);
  }
  await tier.close();
});

test('removed vectors leave the disk when most of their file is removed', async () => {
  const directory = temporaryDirectory();
  const tier = await open(directory);
  await tier.add(batch(...Array.from({ length: 300 }, (_, id) => id)));
  await tier.flush();
  const { bytes } = tier.stats();
  await tier.remove(chunkSetFromRanges([[0, 100]]));
  await tier.flush();
  expect(tier.stats()).toMatchObject({ chunks: 200, bytes, segments: 1 });
  await tier.remove(chunkSetFromRanges([[100, 290]]));
  await tier.flush();
  expect(tier.stats()).toMatchObject({ chunks: 10, segments: 1 });
  expect(tier.stats().bytes).toBeLessThan(bytes / 10);
  await tier.remove(chunkSetFromRanges([[0, 300]]));
  await tier.flush();
  expect(tier.stats()).toEqual({ chunks: 0, bytes: 0, segments: 0, parts: [] });
  expect(readdirSync(directory)).toEqual(['manifest.json']);
  await tier.close();
});

test('an id that comes back does not bring its old vector with it', async () => {
  const directory = temporaryDirectory();
  const tier = await open(directory);
  await tier.add(batch(0, 1, 2, 3, 4, 5, 6, 7));
  await tier.flush();
  await tier.remove(chunkSetFromIds([3, 4]));
  await tier.flush();
  await tier.add({ ids: [3], vectors: [query] });
  await tier.flush();
  await tier.close();
  const again = await open(directory);
  expect([...chunkIds(again.coverage())]).toEqual([0, 1, 2, 3, 5, 6, 7]);
  const hits = await again.search(query, { limit: 99 });
  expect(hits.slice(0, 2).map(({ id }) => id)).toEqual([0, 3]);
  expect(hits.filter(({ id }) => id === 3 || id === 4)).toHaveLength(1);
  await again.close();
});

test('a flush with nothing to write leaves the disk alone', async () => {
  const directory = temporaryDirectory();
  const tier = await open(`${directory}/index`);
  await tier.flush();
  await tier.add(batch(1));
  await tier.remove(chunkSetFromIds([1, 2, 3]));
  await tier.flush();
  expect(readdirSync(directory)).toEqual([]);
  await tier.close();
});

test('a file that is merged away while it is being opened is looked for again', async () => {
  const directory = temporaryDirectory();
  const writer = await open(directory);
  for (let id = 0; id < 7; id++) {
    await writer.add(batch(id));
    await writer.flush();
  }
  let merged = false;
  const files: FileLayer = {
    ...nodeFileLayer,
    async open(path) {
      if (!merged && path.endsWith('.vectors')) {
        merged = true;
        await writer.add(batch(7));
        await writer.flush();
      }
      return nodeFileLayer.open(path);
    },
  };
  const reader = await openTieredVectors({ directory, files, dimensions });
  expect(merged).toBe(true);
  expect(writer.stats().segments).toBe(1);
  expect(reader.coverage()).toEqual(writer.coverage());
  expect(await reader.search(query, { limit: 99 })).toEqual(await writer.search(query, { limit: 99 }));
  await reader.close();
  await writer.close();
});

test('a search of the buffer goes on with what it began with', async () => {
  const tier = await open(temporaryDirectory());
  const count = 2 ** 20;
  // Every other id, so that the search begins with no single long run.
  const ids = Array.from({ length: count }, (_, i) => 2 * i);
  await tier.add({ ids, vectors: Array(count).fill(query) });
  const filter = chunkSetFromIds(ids.slice(-3));
  const expected = await tier.search(query, { limit: 9, filter });
  expect(expected).toHaveLength(3);

  const search = tier.search(query, { limit: count });
  // Both happen in a pause of the search: its last ids leave their rows for new ones behind all that it knows.
  await tier.remove(filter);
  await tier.add({ ids: ids.slice(-3), vectors: Array(3).fill(query) });
  expect((await search).length).toBe(count);
  await tier.close();
});

test('a refresh does not wait for a flush of the same instance, and sees what another one has flushed before', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let writing = () => {};
  const begun = new Promise<void>((resolve) => {
    writing = resolve;
  });
  const files: FileLayer = {
    ...nodeFileLayer,
    async create(path) {
      writing();
      await finished;
      return nodeFileLayer.create(path);
    },
  };
  const directory = temporaryDirectory();
  const other = await open(directory);
  const tier = await openTieredVectors({ directory, files, dimensions });
  await other.add(batch(0));
  await other.flush();
  await other.close();
  const refreshed = tier.refresh();
  await tier.add(batch(1));
  const flushed = tier.flush();
  await begun;
  await Promise.all([refreshed, tier.refresh()]);
  expect([...chunkIds(tier.coverage())]).toEqual([0, 1]);
  expect((await tier.search(query, { limit: 9 })).map(({ id }) => id)).toContain(0);
  finish();
  await flushed;
  await tier.close();
});
