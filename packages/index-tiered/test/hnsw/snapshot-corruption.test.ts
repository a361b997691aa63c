import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isCuboError } from '@cubo/contracts';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HnswGraph } from '../../src/hnsw/hnsw-graph.ts';
import { readGraph } from '../../src/hnsw/read-graph.ts';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { clusteredVectors } from './clustered-vectors.ts';
import { graphOfVectors, joined, recordOf } from './graph-of-vectors.ts';

const dimensions = 3;
const distinct = clusteredVectors(20, dimensions, { clusters: 4, spread: 1, seed: 41 });
// Copies and a zero vector too.
const vectors = [...distinct, ...distinct.slice(0, 2), new Float32Array(dimensions)];
const graph = graphOfVectors(vectors, { dimensions, m: 2, efConstruction: 8 });
const snapshot = await joined(graph.snapshot());

const header = 48;
const vertexOf = header + vectors.length * 8;
const lists = vertexOf + vectors.length * 4;

const path = join(temporaryDirectory(), 'graph');

/** What reading the file, and then searching and extending the graph, ends with. */
async function use(): Promise<HnswGraph | unknown> {
  const file = await nodeFileLayer.open(path);
  try {
    const read = await readGraph(file, {
      kernels: createKernels({ kind: 'scalar' }),
      dimensions,
      records: async (ids) =>
        new Uint8Array(Buffer.concat(ids.map((id) => recordOf(distinct[id % distinct.length] as Float32Array)))),
    });
    for (const [i, vector] of distinct.entries()) {
      read.search(vector, { limit: 50, ef: 50 });
      read.add(1000 + i, recordOf(vector.map((value) => -value)));
    }
    return read;
  } catch (error) {
    return error;
  } finally {
    await file.close();
  }
}

function expectCorrupt(result: unknown, what: string): void {
  expect(isCuboError(result, 'CUBO_INDEX_CORRUPT'), `${what}: ${String(result)}`).toBe(true);
  expect(result).toMatchObject({ path, message: expect.stringContaining(path) });
}

/** Makes both checksums of changed bytes right. */
function sealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(header - 4, crc32(bytes.subarray(0, header - 4)), true);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

test('the snapshot can be read, and has a level above the ground', async () => {
  writeFileSync(path, snapshot);
  expect(await use()).toMatchObject({ size: vectors.length + distinct.length });
  const words = (snapshot.length - lists - 4) / 4;
  const links = new DataView(snapshot.buffer).getUint32(36, true);
  expect(words - links).toBeGreaterThan(distinct.length);
});

test('every flipped bit is noticed', async () => {
  writeFileSync(path, snapshot);
  const file = openSync(path, 'r+');
  for (let i = 0; i < snapshot.length; i++) {
    const byte = snapshot[i] as number;
    writeSync(file, Uint8Array.of(byte ^ (1 << (i % 8))), 0, 1, i);
    expectCorrupt(await use(), `byte ${i}`);
    writeSync(file, Uint8Array.of(byte), 0, 1, i);
  }
  closeSync(file);
  expect(await use()).toMatchObject({ size: vectors.length + distinct.length });
});

test('every truncation, and a file that is longer, are noticed', async () => {
  writeFileSync(path, Buffer.concat([snapshot, Buffer.of(0)]));
  expectCorrupt(await use(), 'one byte more');
  for (let length = snapshot.length - 1; length >= 0; length--) {
    truncateSync(path, length);
    expectCorrupt(await use(), `${length} bytes`);
  }
});

test('foreign files are refused', async () => {
  for (const bytes of [new Uint8Array(5000), Buffer.from('CUBOVEC\0'.repeat(99)), Buffer.from('%PDF-1.7'.repeat(99))]) {
    writeFileSync(path, bytes);
    expectCorrupt(await use(), 'foreign');
  }
});

const endOfGround = (() => {
  const view = new DataView(snapshot.buffer);
  let at = lists;
  for (let vertex = 0; vertex < distinct.length; vertex++) at += 4 + 4 * view.getUint32(at, true);
  return at;
})();

test.each<[string, (view: DataView) => void]>([
  ['a later version', (view) => view.setUint32(8, 2, true)],
  ['other dimensions', (view) => view.setUint32(12, 4, true)],
  ['no dimensions', (view) => view.setUint32(12, 0, true)],
  ['an m of 1', (view) => view.setUint32(16, 1, true)],
  ['an m beyond the largest', (view) => view.setUint32(16, 2 ** 31, true)],
  ['another m, with other levels', (view) => view.setUint32(16, 3, true)],
  ['no efConstruction', (view) => view.setUint32(20, 0, true)],
  ['four billion as efConstruction', (view) => view.setUint32(20, 2 ** 32 - 1, true)],
  ['another seed, with other levels', (view) => view.setUint32(24, 77, true)],
  ['an id less', (view) => view.setUint32(28, vectors.length - 1, true)],
  ['four billion ids', (view) => view.setUint32(28, 2 ** 32 - 1, true)],
  ['more vertices than ids', (view) => view.setUint32(32, vectors.length + 1, true)],
  [
    'four billion ids and vertices',
    (view) => {
      view.setUint32(28, 2 ** 32 - 1, true);
      view.setUint32(32, 2 ** 32 - 1, true);
    },
  ],
  ['no vertices', (view) => view.setUint32(32, 0, true)],
  ['more links than numbers can count', (view) => view.setBigUint64(36, 2n ** 64n - 1n, true)],
  ['a link less', (view) => view.setUint32(36, view.getUint32(36, true) - 1, true)],
  ['an id beyond all numbers', (view) => view.setBigUint64(header, 2n ** 53n, true)],
  ['an id twice', (view) => view.setBigUint64(header, 1n, true)],
  ['a vertex that no earlier id has named', (view) => view.setUint32(vertexOf, 1, true)],
  ['a vertex beyond the last', (view) => view.setUint32(lists - 4, distinct.length, true)],
  ['a vertex without an id', (view) => view.setUint32(vertexOf + 4 * (distinct.length - 1), 0, true)],
  ['a list that is longer than lists can be', (view) => view.setUint32(lists, 5, true)],
  ['a list of four billion', (view) => view.setUint32(lists, 2 ** 32 - 1, true)],
  ['a link to no vertex', (view) => view.setUint32(lists + 4, distinct.length, true)],
  ['a link to far beyond', (view) => view.setUint32(lists + 4, 2 ** 32 - 1, true)],
  ['a link of a vertex to itself', (view) => view.setUint32(lists + 4, 0, true)],
  ['a list that runs into the next', (view) => view.setUint32(lists, view.getUint32(lists, true) - 1, true)],
  ['a long list in an upper level', (view) => view.setUint32(endOfGround, 3, true)],
])('a snapshot with %s is refused, though its checksums are right', async (what, change) => {
  const bytes = snapshot.slice();
  change(new DataView(bytes.buffer));
  writeFileSync(path, sealed(bytes));
  expectCorrupt(await use(), what);
});

test('a list with more links than lists can have is refused, though everything else is right', async () => {
  for (const [at, slots] of [
    [lists, 4],
    [endOfGround, 2],
  ] as const) {
    const view = new DataView(snapshot.buffer);
    const before = view.getUint32(at, true);
    const added = slots + 1 - before;
    // The best of its links as often as it takes: each for itself can be.
    const link = snapshot.slice(at + 4, at + 8);
    const bytes = Buffer.concat([snapshot.subarray(0, at + 4), ...Array(added).fill(link), snapshot.subarray(at + 4)]);
    const changed = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    changed.setUint32(at, slots + 1, true);
    changed.setUint32(36, view.getUint32(36, true) + added, true);
    writeFileSync(path, sealed(bytes));
    const result = await use();
    expectCorrupt(result, `list at ${at}`);
    expect(result).toMatchObject({ message: expect.stringContaining(`${slots + 1} links`) });
  }
});

test('a link to a vertex that is not on the level is refused, though the checksums are right', async () => {
  const view = new DataView(snapshot.buffer);
  expect(view.getUint32(endOfGround, true)).toBeGreaterThan(0);
  let refused = 0;
  for (let vertex = 0; vertex < distinct.length; vertex++) {
    const bytes = snapshot.slice();
    new DataView(bytes.buffer).setUint32(endOfGround + 4, vertex, true);
    writeFileSync(path, sealed(bytes));
    const result = await use();
    if (!(result instanceof Error)) continue;
    expectCorrupt(result, `vertex ${vertex}`);
    refused++;
  }
  // About half of the vertices are on level 1.
  expect(refused).toBeGreaterThan(5);
  expect(refused).toBeLessThan(15);
});

test('whatever else stands in a snapshot, it is refused or gives a graph that can be searched and extended', async () => {
  const change = fc.record({ at: fc.nat(), value: fc.oneof(fc.nat(50), fc.nat(), fc.constant(2 ** 32 - 1)) });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = snapshot.slice();
      const view = new DataView(bytes.buffer);
      for (const { at, value } of changes) view.setUint32(8 + 4 * (at % ((bytes.length - 12) >> 2)), value, true);
      writeFileSync(path, sealed(bytes));
      const result = await use();
      if (result instanceof Error) expectCorrupt(result, JSON.stringify(changes));
      else accepted++;
    }),
    { seed: 42, numRuns: 600 },
  );
  // Some links can be others.
  expect(accepted).toBeGreaterThan(5);
});
