import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hnswGraph } from '../../src/hnsw/hnsw-graph.ts';
import { vertexLevel } from '../../src/hnsw/vertex-level.ts';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import { randomVectors } from '../random-vectors.ts';
import { clusteredVectors } from './clustered-vectors.ts';
import { bruteForce, graphOfVectors, joined, recallOf, recordOf } from './graph-of-vectors.ts';

test.each([
  { clusters: 40, spread: 0.5 },
  { clusters: 4, spread: 1 },
  { clusters: 1, spread: 3 },
])('finds nearly all of the ten nearest of $clusters clusters, comparing few', ({ clusters, spread }) => {
  const vectors = clusteredVectors(3000, 32, { clusters, spread, seed: 11 });
  const queries = clusteredVectors(3060, 32, { clusters, spread, seed: 11 }).slice(3000);
  const graph = graphOfVectors(vectors, { dimensions: 32 });
  const exact = bruteForce(vectors);
  let recall = 0;
  let visited = 0;
  for (const query of queries) {
    const result = graph.search(query, { limit: 10 });
    expect(result.exhausted).toBe(false);
    recall += recallOf(result.hits, exact(query, 10)) / queries.length;
    visited += result.visited / queries.length;
  }
  expect(recall).toBeGreaterThan(0.97);
  expect(visited).toBeLessThan(vectors.length / 2);
  // A wider search finds more, and compares more.
  const wide = queries.map((query) => graph.search(query, { limit: 10, ef: 400 }));
  expect(wide.reduce((sum, each) => sum + each.visited / queries.length, 0)).toBeGreaterThan(visited);
  const wideRecall = wide.map(({ hits }, i) => recallOf(hits, exact(queries[i] as Float32Array, 10)));
  expect(Math.min(...wideRecall)).toBeGreaterThanOrEqual(0.9);
  expect(wideRecall.reduce((sum, each) => sum + each / queries.length, 0)).toBeGreaterThan(0.999);
});

test('all kinds of kernels give the same graph, and the same insertions the same graph again', async () => {
  const vectors = clusteredVectors(1500, 20, { clusters: 20, spread: 0.7, seed: 3 });
  const options = { dimensions: 20, m: 4, efConstruction: 30 };
  const scalar = graphOfVectors(vectors, { ...options, kernels: createKernels({ kind: 'scalar' }) });
  const simd = graphOfVectors(vectors, { ...options, kernels: createKernels() });
  const expected = await joined(scalar.snapshot());
  expect(await joined(simd.snapshot())).toEqual(expected);
  expect(await joined(graphOfVectors(vectors, { ...options, seed: 2 }).snapshot())).not.toEqual(expected);
  const query = vectors[5] as Float32Array;
  expect(simd.search(query, { limit: 20 })).toEqual(scalar.search(query, { limit: 20 }));
});

test('as few vectors as fit the lists are all found, with copies and zero vectors among them', () => {
  const component = fc.integer({ min: -2, max: 2 });
  const dimensions = 3;
  const vector = fc.array(component, { minLength: dimensions, maxLength: dimensions }).map((values) => {
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
  });
  fc.assert(
    fc.property(
      fc.array(vector, { maxLength: 200 }),
      vector,
      fc.nat(12),
      fc.nat(5),
      (vectors, query, limit, divisor) => {
        // So few that no list overflows.
        const distinct = new Set<string>();
        const few = vectors.filter((each) => distinct.size < 33 && distinct.add(each.join()));
        const graph = graphOfVectors(few, { dimensions, kernels: createKernels({ kind: 'scalar' }) });
        expect(graph.size).toBe(few.length);
        const accepts = (id: number) => divisor === 0 || id % divisor !== 1;
        const { hits, exhausted } = graph.search(query, { limit, accepts });
        // Right angles are rounded to either side.
        const wanted = bruteForce(few)(query, few.length, accepts).filter(({ score }) => score > 0.01);
        expect(exhausted).toBe(false);
        const found = hits.filter(({ score }) => score > 0.01);
        expect(found.length).toBe(Math.min(limit, wanted.length));
        // Scores are the same to the rounding of the query, so that the order of near ones may differ.
        for (const [i, { id, score }] of found.entries()) {
          expect(score).toBeCloseTo(wanted[i]?.score as number, 3);
          expect(wanted.find((each) => each.id === id)?.score).toBeCloseTo(score, 3);
        }
      },
    ),
    { seed: 4, numRuns: 300 },
  );
});

test('hundreds of copies all stay within reach, and so does everything else', () => {
  const vectors = clusteredVectors(900, 16, { clusters: 10, spread: 0.8, seed: 5 });
  const copied = [3, 500].map((id) => vectors[id] as Float32Array);
  const all = [...vectors, ...Array.from({ length: 600 }, (_, i) => copied[i % 2] as Float32Array)];
  const graph = graphOfVectors(all, { dimensions: 16 });
  for (const [index, vector] of copied.entries()) {
    const { hits } = graph.search(vector, { limit: 301 });
    const copies = [[3, 500][index] as number, ...Array.from({ length: 300 }, (_, i) => 900 + 2 * i + index)];
    expect(hits.map(({ id }) => id)).toEqual(copies);
    const { hits: some } = graph.search(vector, { limit: 5, accepts: (id) => id > 1400 });
    expect(some.map(({ id }) => id)).toEqual(copies.filter((id) => id > 1400).slice(0, 5));
  }
  for (const [id, vector] of vectors.entries()) {
    if (copied.includes(vector)) continue;
    expect(graph.search(vector, { limit: 3 }).hits.map((hit) => hit.id)).toContain(id);
  }
});

test('hundreds of near copies stay within reach, and do not cut off the others', () => {
  const dimensions = 16;
  const vectors = clusteredVectors(900, dimensions, { clusters: 10, spread: 0.8, seed: 6 });
  const noise = randomVectors(600, dimensions, 7);
  const near = noise.map((each) => {
    const vector = (vectors[3] as Float32Array).map((value, i) => value + 0.03 * (each[i] as number));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  const all = [...vectors.slice(0, 450), ...near, ...vectors.slice(450)];
  const graph = graphOfVectors(all, { dimensions });
  const found = all.filter((vector, id) => graph.search(vector, { limit: 20 }).hits.some((hit) => hit.id === id));
  expect(found.length / all.length).toBeGreaterThan(0.99);
  // A search that stops at nothing comes to every vertex.
  expect(graph.search(all[0] as Float32Array, { limit: 1, ef: all.length }).visited).toBe(all.length);
});

test.each([
  { dimensions: 64, clusters: 1, spread: 1, m: 4 },
  { dimensions: 64, clusters: 4, spread: 0.7, m: 4 },
  { dimensions: 8, clusters: 50, spread: 0.1, m: 8 },
])('next to nothing is lost where lists overflow: %o', ({ dimensions, m, ...shape }) => {
  const vectors = clusteredVectors(1500, dimensions, { ...shape, seed: 61 });
  const graph = graphOfVectors(vectors, { dimensions, m, efConstruction: 30 });
  const { visited } = graph.search(vectors[0] as Float32Array, { limit: 1, ef: 1500 });
  expect(visited).toBeGreaterThan(1500 - 3);
});

test('a new vertex is linked to m others on each of its levels, and they to it', async () => {
  const [count, m] = [2 * 4 + 1, 4];
  const vectors = clusteredVectors(count, 8, { clusters: 2, spread: 0.1, seed: 62 });
  const graph = graphOfVectors(vectors, { dimensions: 8, m });
  let expected = 0;
  for (let level = 0; level < 5; level++) {
    const on = vectors.filter((_, vertex) => vertexLevel(1, vertex, m) >= level);
    // So few that no list overflows.
    if (level > 0) expect(on.length).toBeLessThanOrEqual(m + 1);
    expected += on.reduce((sum, _, before) => sum + 2 * Math.min(before, m), 0);
  }
  const snapshot = await joined(graph.snapshot());
  expect(new DataView(snapshot.buffer).getBigUint64(36, true)).toBe(BigInt(expected));
});

test('upper levels bring a search near to where it ends', () => {
  const vectors = clusteredVectors(3000, 16, { clusters: 200, spread: 0.5, seed: 71 });
  const graph = graphOfVectors(vectors, { dimensions: 16, m: 6, efConstruction: 40 });
  const results = vectors.slice(0, 300).map((vector) => graph.search(vector, { limit: 1, ef: 4 }));
  expect(results.filter(({ hits }, id) => hits[0]?.id === id).length).toBeGreaterThan(290);
  // Half of what it takes from anywhere.
  expect(results.reduce((sum, { visited }) => sum + visited / 300, 0)).toBeLessThan(45);
});

test('a record whose scale says that it is longer is nearer to nothing', () => {
  const [a, b] = randomVectors(2, 8, 12) as [Float32Array, Float32Array];
  const graph = hnswGraph({ kernels: createKernels(), dimensions: 8 });
  const longer = recordOf(b);
  new DataView(longer.buffer).setFloat32(0, 1, true);
  graph.add(1, recordOf(a));
  graph.add(2, longer);
  const { hits } = graph.search(b, { limit: 2 });
  expect(hits[0]).toEqual({ id: 2, score: expect.closeTo(1, 3) });
  expect(graph.record(2).subarray(4)).toEqual(longer.subarray(4));
});

test('an empty graph and one of a single vector', () => {
  const graph = hnswGraph({ kernels: createKernels(), dimensions: 4 });
  const vector = Float32Array.of(0.5, 0.5, 0.5, 0.5);
  expect(graph.search(vector, { limit: 3 })).toEqual({ hits: [], visited: 0, exhausted: false });
  expect([graph.size, graph.has(9), [...graph.ids()]]).toEqual([0, false, []]);
  graph.add(9, recordOf(vector));
  graph.add(9, recordOf(vector.map((value) => -value)));
  expect([graph.size, graph.has(9), [...graph.ids()]]).toEqual([1, true, [9]]);
  expect(graph.search(vector, { limit: 3 }).hits).toEqual([{ id: 9, score: expect.closeTo(1, 4) }]);
  expect(graph.search(vector, { limit: 0 }).hits).toEqual([]);
  expect(
    graph.search(
      vector.map((value) => -value),
      { limit: 3 },
    ).hits,
  ).toEqual([]);
  expect(graph.search(new Float32Array(4), { limit: 3 }).hits).toEqual([]);
});

test('a zero vector is held and never a hit', () => {
  const graph = hnswGraph({ kernels: createKernels(), dimensions: 2 });
  graph.add(1, recordOf(new Float32Array(2)));
  expect(graph.has(1)).toBe(true);
  expect(graph.search(Float32Array.of(1, 0), { limit: 3 }).hits).toEqual([]);
  graph.add(2, recordOf(Float32Array.of(1, 0)));
  graph.add(3, recordOf(new Float32Array(2)));
  expect([...graph.ids()]).toEqual([1, 2, 3]);
  expect(graph.search(Float32Array.of(1, 0), { limit: 3 }).hits).toEqual([{ id: 2, score: expect.closeTo(1, 5) }]);
  expect(graph.record(3)).toEqual(new Uint8Array(6));
  expect(graph.record(2).subarray(4)).toEqual(Uint8Array.of(127, 0));
});

test('reservations of others between its own do not matter', async () => {
  const vectors = randomVectors(3000, 5, 8);
  const kernels = createKernels({ kind: 'scalar' });
  const others: number[] = [];
  const shared = hnswGraph({ kernels, dimensions: 5, m: 3, efConstruction: 10 });
  for (const [id, vector] of vectors.entries()) {
    if (id % 100 === 7) {
      others[id] = kernels.memory.reserve(id);
      kernels.memory.bytes(others[id], id).fill(0xff);
    }
    shared.add(id, recordOf(vector));
  }
  for (const [length, offset] of others.entries()) {
    if (offset !== undefined) expect(kernels.memory.bytes(offset, length).every((byte) => byte === 0xff)).toBe(true);
  }
  const alone = graphOfVectors(vectors, { dimensions: 5, m: 3, efConstruction: 10 });
  expect(await joined(shared.snapshot())).toEqual(await joined(alone.snapshot()));
  for (const id of [0, 1023, 1024, 2999]) {
    expect(shared.record(id).subarray(4)).toEqual(recordOf(vectors[id] as Float32Array).subarray(4));
  }
});

test('without room for another vector the graph stays as it was', async () => {
  const vectors = randomVectors(3000, 64, 9);
  const kernels = createKernels({ kind: 'scalar', memoryLimitBytes: 180_000 });
  const graph = hnswGraph({ kernels, dimensions: 64, m: 4, efConstruction: 20 });
  const added = vectors.findIndex((vector, id) => {
    try {
      graph.add(id, recordOf(vector));
      return false;
    } catch (error) {
      if (!isCuboError(error, 'CUBO_MEMORY_EXCEEDED')) throw error;
      return true;
    }
  });
  expect(added).toBeGreaterThan(1000);
  expect([graph.size, graph.has(added)]).toEqual([added, false]);
  const smaller = graphOfVectors(vectors.slice(0, added), { dimensions: 64, m: 4, efConstruction: 20 });
  expect(await joined(graph.snapshot())).toEqual(await joined(smaller.snapshot()));
  const query = vectors[7] as Float32Array;
  expect(graph.search(query, { limit: 5 })).toEqual(smaller.search(query, { limit: 5 }));
});

test('what it says it takes is what it reserves, and little more than records and links', () => {
  const kernels = createKernels();
  const graph = graphOfVectors(randomVectors(4096, 100, 10), { kernels, dimensions: 100, efConstruction: 20 });
  expect(graph.memoryBytes).toBeGreaterThan(kernels.memory.used);
  expect(graph.memoryBytes / 4096).toBeLessThan(104 + 33 * 4 + 72);
});

test.each([
  { m: 1 },
  { m: 257 },
  { m: 2.5 },
  { efConstruction: 0 },
  { efConstruction: 65_537 },
  { seed: -1 },
  { seed: 2 ** 32 },
  { dimensions: 0 },
])('the options %o are refused', (options) => {
  expect(() => hnswGraph({ kernels: createKernels({ kind: 'scalar' }), dimensions: 2, ...options })).toThrow(
    expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
  );
});

test('records, ids and queries that cannot be are refused, and nothing is added', () => {
  const graph = graphOfVectors(randomVectors(5, 3, 1), { dimensions: 3 });
  const record = recordOf(Float32Array.of(1, 0, 0));
  const badScale = (scale: number) => {
    const bad = record.slice();
    new DataView(bad.buffer).setFloat32(0, scale, true);
    return bad;
  };
  const refusals: (() => void)[] = [
    () => graph.add(9, new Uint8Array(6)),
    () => graph.add(9, new Uint8Array(8)),
    () => graph.add(9, badScale(Number.NaN)),
    () => graph.add(9, badScale(-1)),
    () => graph.add(9, badScale(Number.POSITIVE_INFINITY)),
    () => graph.add(-1, record),
    () => graph.add(0.5, record),
    () => graph.search(new Float32Array(2), { limit: 1 }),
    () => graph.search(new Float32Array(4), { limit: 1 }),
    () => graph.search(Float32Array.of(1, Number.NaN, 0), { limit: 1 }),
    () => graph.search(new Float32Array(3), { limit: -1 }),
    () => graph.search(new Float32Array(3), { limit: 1, ef: 0 }),
    () => graph.search(new Float32Array(3), { limit: 1, maxVisited: -1 }),
  ];
  for (const refused of refusals) expect(refused).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  expect(graph.size).toBe(5);
});
