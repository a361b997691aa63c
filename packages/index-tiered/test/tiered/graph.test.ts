import { extname } from 'node:path';
import { openTieredVectors } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(1000, dimensions, 5);
const ids = vectors.map((_, id) => id);

test.each([
  ['int8', dimensions + 4],
  ['float16', 2 * dimensions],
] as const)('no graph is made where there is no memory for one: %s', async (encoding, recordBytes) => {
  const directory = temporaryDirectory();
  const options = { directory, files: nodeFileLayer, dimensions, encoding, background: false, memoryBytes: 0 };
  // Nine tenths of the vectors can be scanned.
  const tier = await openTieredVectors({ ...options, hot: { scanBytes: 900 * recordBytes } });
  const extensions = async () => new Set((await nodeFileLayer.list(directory)).map(({ name }) => extname(name)));
  await tier.add({ ids: ids.slice(0, 900), vectors: vectors.slice(0, 900) });
  await tier.optimize?.();
  expect(await extensions()).toEqual(new Set(['.json', '.vectors']));
  await tier.add({ ids: ids.slice(900), vectors: vectors.slice(900) });
  await tier.optimize?.();
  expect(await extensions()).toEqual(new Set(['.ivfpq', '.json', '.vectors']));
  await tier.close();
});

test.each(['int8', 'float16'] as const)('a graph is asked for any number of vectors: %s', async (encoding) => {
  const directory = temporaryDirectory();
  const options = { directory, files: nodeFileLayer, dimensions, encoding, background: false };
  const tier = await openTieredVectors({ ...options, hot: { scanBytes: 0 } });
  // All in one direction, so that every score is positive.
  await tier.add({ ids, vectors: vectors.map((vector) => vector.map(Math.abs)) });
  await tier.optimize?.();
  const query = new Float32Array(dimensions).fill(1);
  for (const limit of [vectors.length, Number.MAX_SAFE_INTEGER]) {
    const hits = await tier.search(query, { limit });
    expect(hits).toHaveLength(vectors.length);
    expect(new Set(hits.map(({ origin }) => origin?.part))).toEqual(new Set(['graph']));
  }
  await tier.close();
});

test('closing waits until the graph is not read any more', async () => {
  const options = { directory: temporaryDirectory(), dimensions, hot: { scanBytes: 0 } };
  const writer = await openTieredVectors({ ...options, files: nodeFileLayer });
  await writer.add({ ids, vectors });
  await writer.optimize?.();
  await writer.close();

  const open = new Set<string>();
  const files: FileLayer = {
    ...nodeFileLayer,
    async open(path) {
      const file = await nodeFileLayer.open(path);
      open.add(path);
      const close = async () => {
        await file.close();
        open.delete(path);
      };
      return { ...file, close };
    },
  };
  const tier = await openTieredVectors({ ...options, files });
  // The first search begins to read the graph.
  await tier.search(vectors[0] as Float32Array, { limit: 1 });
  expect(open.size).toBeGreaterThan(0);
  await tier.close();
  expect([...open]).toEqual([]);
});
