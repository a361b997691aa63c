import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chunkSetFromRanges, isCuboError, type VectorHit } from '@cubo/contracts';
import { openTieredVectors, type TieredVectorsOptions, tieredVectorsFormat } from '@cubo/index-tiered';
import { nodeFileLayer, openIndexDirectory } from '@cubo/library';
import { describe, expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(120, dimensions, 1);
const query = vectors[7] as Float32Array;
type Hot = TieredVectorsOptions['hot'];

const open = (directory: string, hot: Hot) =>
  openTieredVectors({ directory, files: nodeFileLayer, dimensions, hot, cacheBytes: 0 });

async function makeIndex(hot: Hot): Promise<string> {
  const directory = temporaryDirectory();
  const tier = await open(directory, hot);
  await tier.add({ ids: vectors.map((_, id) => id), vectors });
  await tier.optimize?.();
  await tier.close();
  return directory;
}

function fileOf(directory: string, extension: string): string {
  const name = readdirSync(directory).find((each) => extname(each) === extension);
  if (name === undefined) throw new Error(`There is no ${extension} in ${readdirSync(directory)}.`);
  return join(directory, name);
}

/** What opening the index and searching all of it ends with. */
async function use(directory: string, hot: Hot): Promise<VectorHit[] | unknown> {
  try {
    const tier = await open(directory, hot);
    try {
      return await tier.search(query, { limit: 200 });
    } finally {
      await tier.close();
    }
  } catch (error) {
    return error;
  }
}

/** Places all over a file, most of them at its beginning and end. */
function* flips(length: number): Generator<number> {
  for (let i = 0; i < length; i += i > 100 && i < length - 1500 ? 41 : 5) yield i;
}

describe('a cold segment', () => {
  const cold = { capacity: 0, scanBytes: 0 };

  test('is found in, and told by its hits', async () => {
    const hits = (await use(await makeIndex(cold), cold)) as VectorHit[];
    expect(hits[0]).toMatchObject({ id: 7, origin: { part: 'cold', compressedScore: expect.any(Number) } });
    const loss = hits[0]?.origin?.recallLoss as number;
    expect(loss).toBeGreaterThanOrEqual(0);
    expect(loss).toBeLessThan(0.2);
  });

  test('may be of very few vectors', async () => {
    for (const count of [1, 2, 9, 12, 101]) {
      const tier = await open(temporaryDirectory(), cold);
      await tier.add({ ids: Array.from({ length: count }, (_, id) => id), vectors: vectors.slice(0, count) });
      await tier.optimize?.();
      const hits = await tier.search(vectors[0] as Float32Array, { limit: 200 });
      expect(hits[0]).toMatchObject({ id: 0, origin: { part: 'cold' } });
      const positive = vectors.slice(0, count).filter((vector) => {
        return vector.reduce((sum, value, i) => sum + value * (vectors[0]?.[i] as number), 0) > 0.02;
      });
      expect(hits.filter(({ score }) => score > 0.02).length).toBe(positive.length);
      await tier.close();
    }
  });

  test('is found in as a whole where as many hits are wanted as it has vectors', async () => {
    // Clusters at right angles: calibration finds all neighbours that there are in very few lists.
    const wide = 128;
    const count = 16_000;
    const clustered = Array.from({ length: count }, (_, i) => {
      const angle = 0.2 + (1.2 * i) / count;
      const vector = new Float32Array(wide);
      vector.set([Math.cos(angle), Math.sin(angle)], 2 * (i % 64));
      return vector;
    });
    const options = { directory: temporaryDirectory(), files: nodeFileLayer, dimensions: wide, hot: cold };
    const tier = await openTieredVectors({ ...options, background: false });
    await tier.add({ ids: clustered.map((_, id) => id), vectors: clustered });
    await tier.optimize?.();
    const all = new Float32Array(wide).fill(1 / Math.sqrt(wide));
    for (const limit of [count, count + 1, 1e9]) expect(await tier.search(all, { limit })).toHaveLength(count);
    const filter = chunkSetFromRanges([[0, 9000]]);
    expect(await tier.search(all, { limit: 9000, filter })).toHaveLength(9000);
    await tier.close();
  });

  test('may have lists without any vector', async () => {
    const directory = temporaryDirectory();
    const tier = await open(directory, cold);
    // Three directions for twenty lists.
    const ids = Array.from({ length: 800 }, (_, id) => id);
    await tier.add({ ids, vectors: ids.map((id) => vectors[id % 3] as Float32Array) });
    await tier.optimize?.();
    for (const i of [0, 1, 2]) {
      const hits = await tier.search(vectors[i] as Float32Array, { limit: 20 });
      expect(hits.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, rank) => 3 * rank + i));
    }
    await tier.close();
  });

  test('is refused with any bit of it flipped', async () => {
    const directory = await makeIndex(cold);
    const file = fileOf(directory, '.ivfpq');
    const good = readFileSync(file);
    for (const i of flips(good.length)) {
      const bad = Uint8Array.from(good);
      bad[i] = (bad[i] as number) ^ (1 << (i % 8));
      writeFileSync(file, bad);
      const result = await use(directory, cold);
      expect(isCuboError(result, 'CUBO_INDEX_CORRUPT'), `byte ${i}: ${String(result)}`).toBe(true);
      expect(result).toMatchObject({ path: file, message: expect.stringContaining(file) });
    }
  }, 60_000);

  test('is refused when it is cut short, foreign or missing', async () => {
    const directory = await makeIndex(cold);
    const file = fileOf(directory, '.ivfpq');
    const good = readFileSync(file);
    const isRefused = async (what: string) => {
      const result = await use(directory, cold);
      expect(isCuboError(result, 'CUBO_INDEX_CORRUPT'), `${what}: ${String(result)}`).toBe(true);
    };
    writeFileSync(file, Buffer.alloc(good.length, 0x41));
    await isRefused('foreign');
    writeFileSync(file, good);
    for (const length of [good.length - 1, good.length >> 1, 40, 0]) {
      truncateSync(file, length);
      await isRefused(`${length} bytes`);
    }
    rmSync(file);
    await isRefused('missing');
  });
});

describe('a damaged graph', () => {
  const graph = { scanBytes: 0 };

  for (const extension of ['.hnsw', '.hnsw-vectors']) {
    test(`is not used, and made anew: ${extension}`, async () => {
      const directory = await makeIndex(graph);
      const expected = ((await use(directory, { scanBytes: 1e6 })) as VectorHit[]).map(({ id }) => id);
      const file = fileOf(directory, extension);
      const good = readFileSync(file);
      const bad = Uint8Array.from(good);
      bad[good.length >> 1] = (bad[good.length >> 1] as number) ^ 4;
      writeFileSync(file, bad);

      const tier = await open(directory, graph);
      const search = async () => (await tier.search(query, { limit: 200 })).map(({ id }) => id);
      const parts = async () => new Set((await tier.search(query, { limit: 9 })).map(({ origin }) => origin?.part));
      // The first search begins to read it; until then, and after that has failed, vectors are scanned.
      for (let i = 0; i < 5; i++) {
        expect(await search()).toEqual(expected);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect([...(await parts())]).toEqual(['scan']);
      await tier.optimize?.();
      expect(await search()).toEqual(expected);
      expect([...(await parts())]).toEqual(['graph']);
      await tier.close();
      expect(fileOf(directory, extension)).not.toBe(file);
    });
  }
});

test('a graph of fewer chunks than its manifest says is not used, and made anew', async () => {
  const graph = { scanBytes: 0 };
  const other = temporaryDirectory();
  const few = await open(other, graph);
  await few.add({ ids: vectors.slice(0, 80).map((_, id) => id), vectors: vectors.slice(0, 80) });
  await few.optimize?.();
  await few.close();

  const directory = await makeIndex(graph);
  const index = await openIndexDirectory({ directory, files: nodeFileLayer, format: tieredVectorsFormat });
  const replaced = index.manifest.files.find(({ name }) => extname(name) === '.hnsw');
  if (replaced === undefined) throw new Error('There is no graph.');
  const writer = await index.create('hnsw');
  await writer.write(readFileSync(fileOf(other, '.hnsw')));
  await index.commit({ add: [await writer.finish(replaced.ids)], drop: [replaced.name] });

  const tier = await open(directory, graph);
  for (let i = 0; i < 5; i++) {
    expect((await tier.search(vectors[100] as Float32Array, { limit: 1 }))[0]?.id).toBe(100);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await tier.optimize?.();
  expect((await tier.search(query, { limit: 1 }))[0]).toMatchObject({ id: 7, origin: { part: 'graph' } });
  await tier.close();
  expect(fileOf(directory, '.hnsw')).not.toBe(writer.path);
});

test('what is removed and compacted is in no file', async () => {
  for (const hot of [{ capacity: 0, scanBytes: 0 }, { scanBytes: 0 }]) {
    const directory = await makeIndex(hot);
    const tier = await open(directory, hot);
    await tier.remove(chunkSetFromRanges([[0, 50]]));
    await tier.flush();
    await tier.compact?.();
    const names = readdirSync(directory).filter((name) => name !== 'manifest.json');
    const manifest = readFileSync(join(directory, 'manifest.json'), 'utf8');
    // Every file is of the others alone.
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(manifest).toContain(`"name":"${name}"`);
    const { files } = JSON.parse(manifest.slice(65)) as { files: { ids: [number, number][] }[] };
    for (const { ids } of files) for (const [start] of ids) expect(start).toBeGreaterThanOrEqual(50);
    await tier.optimize?.();
    const hits = await tier.search(query, { limit: 200 });
    expect(hits.length).toBeGreaterThan(10);
    for (const { id } of hits) expect(id).toBeGreaterThanOrEqual(50);
    await tier.close();
  }
});
