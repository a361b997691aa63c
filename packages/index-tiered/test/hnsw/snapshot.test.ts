import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HnswGraph, hnswGraph } from '../../src/hnsw/hnsw-graph.ts';
import { type ReadGraphOptions, readGraph } from '../../src/hnsw/read-graph.ts';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { clusteredVectors } from './clustered-vectors.ts';
import { graphOfVectors, joined, recordOf } from './graph-of-vectors.ts';

const directory = temporaryDirectory();

/** Writes a graph into a file and reads it again. */
async function written(graph: HnswGraph, options: Partial<ReadGraphOptions> = {}): Promise<HnswGraph> {
  const path = join(directory, 'graph');
  writeFileSync(path, await joined(graph.snapshot()));
  const file = await nodeFileLayer.open(path);
  try {
    return await readGraph(file, {
      kernels: createKernels({ kind: 'scalar' }),
      dimensions: graph.parameters.dimensions,
      records: async (ids) => new Uint8Array(Buffer.concat(ids.map((id) => graph.record(id)))),
      ...options,
    });
  } finally {
    await file.close();
  }
}

test('a graph that was read finds the same, and goes on to the same graph', async () => {
  const component = fc.integer({ min: -3, max: 3 });
  const vector = fc.array(component, { minLength: 4, maxLength: 4 }).map((values) => {
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
  });
  const vectors = fc.array(vector, { maxLength: 120 });
  const shape = fc.record({
    m: fc.integer({ min: 2, max: 5 }),
    efConstruction: fc.integer({ min: 1, max: 20 }),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(
      vectors,
      vectors,
      vector,
      shape,
      fc.maxSafeNat(),
      async (before, after, query, options, firstId) => {
        const kernels = createKernels({ kind: 'scalar' });
        const graph = hnswGraph({ kernels, dimensions: 4, ...options });
        // Ids come in any order.
        const idOf = (index: number) => Math.abs(firstId - 7919 * index);
        for (const [i, each] of before.entries()) graph.add(idOf(i), recordOf(each));
        const read = await written(graph);
        expect(read.parameters).toEqual(graph.parameters);
        expect([...read.ids()]).toEqual([...graph.ids()]);
        expect(read.search(query, { limit: 10, ef: 10 })).toEqual(graph.search(query, { limit: 10, ef: 10 }));
        for (const [i, each] of after.entries()) {
          const id = idOf(before.length + i);
          graph.add(id, recordOf(each));
          read.add(id, recordOf(each));
        }
        expect(await joined(read.snapshot())).toEqual(await joined(graph.snapshot()));
        // The narrower a search, the more depends on where it begins.
        for (const each of [query, ...before]) {
          expect(read.search(each, { limit: 1, ef: 1 })).toEqual(graph.search(each, { limit: 1, ef: 1 }));
        }
      },
    ),
    { seed: 31, numRuns: 60 },
  );
});

test('thousands of vertices are read in several pieces and batches', async () => {
  const vectors = clusteredVectors(5000, 6, { clusters: 50, spread: 0.6, seed: 32 });
  const graph = graphOfVectors(vectors.slice(0, 4500), { dimensions: 6, m: 8, efConstruction: 20 });
  const batches: number[] = [];
  const records = async (ids: readonly number[]) => {
    batches.push(ids.length);
    return new Uint8Array(Buffer.concat(ids.map((id) => recordOf(vectors[id] as Float32Array))));
  };
  const read = await written(graph, { records });
  expect(batches.length).toBeGreaterThan(4);
  for (const [id, vector] of vectors.slice(4500).entries()) {
    graph.add(4500 + id, recordOf(vector));
    read.add(4500 + id, recordOf(vector));
  }
  expect(await joined(read.snapshot())).toEqual(await joined(graph.snapshot()));
  for (const query of vectors.slice(0, 20)) {
    expect(read.search(query, { limit: 30 })).toEqual(graph.search(query, { limit: 30 }));
  }
});

test('a graph of nothing, and one of zero vectors alone', async () => {
  const graph = hnswGraph({ kernels: createKernels(), dimensions: 3 });
  expect((await written(graph)).size).toBe(0);
  graph.add(5, recordOf(new Float32Array(3)));
  const read = await written(graph);
  expect([...read.ids()]).toEqual([5]);
  expect(read.search(Float32Array.of(1, 0, 0), { limit: 1 }).hits).toEqual([]);
});

test('nothing can be added while a snapshot is being written', async () => {
  const vectors = clusteredVectors(12, 3, { clusters: 3, spread: 1, seed: 33 });
  const graph = graphOfVectors(vectors.slice(0, 10), { dimensions: 3 });
  const pieces = graph.snapshot();
  await pieces.next();
  graph.add(3, recordOf(vectors[3] as Float32Array));
  await pieces.next();
  graph.add(10, recordOf(vectors[10] as Float32Array));
  await expect(pieces.next()).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect((await written(graph)).size).toBe(11);
});

test('records that are not there, are not as many, or cannot be, are the end of the snapshot', async () => {
  const graph = graphOfVectors(clusteredVectors(12, 3, { clusters: 3, spread: 1, seed: 34 }), { dimensions: 3 });
  const damaged = new Uint8Array(12 * 7).fill(0xff);
  for (const answer of [undefined, new Uint8Array(0), new Uint8Array(11 * 7), new Uint8Array(13 * 7), damaged]) {
    await expect(written(graph, { records: async () => answer })).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  }
  const failure = new Error('no disk');
  await expect(written(graph, { records: () => Promise.reject(failure) })).rejects.toBe(failure);
});

test('reading stops when it is told to', async () => {
  const graph = graphOfVectors(clusteredVectors(12, 3, { clusters: 3, spread: 1, seed: 35 }), { dimensions: 3 });
  const stop = new AbortController();
  const records = async () => {
    stop.abort();
    return new Uint8Array(12 * 7);
  };
  await written(graph, { records, signal: stop.signal });
  await expect(written(graph, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('without room for the records it says so', async () => {
  const graph = graphOfVectors(clusteredVectors(2000, 8, { clusters: 3, spread: 1, seed: 36 }), {
    dimensions: 8,
    efConstruction: 10,
  });
  const kernels = createKernels({ kind: 'scalar', memoryLimitBytes: 20_000 });
  await expect(written(graph, { kernels })).rejects.toMatchObject({ code: 'CUBO_MEMORY_EXCEEDED' });
});
