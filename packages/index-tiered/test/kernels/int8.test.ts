import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectSame } from './compare.ts';
import { bytes, seededRandom } from './seeded-random.ts';
import { everyKind, onEveryKind } from './stage.ts';

const dimensionsOf = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(63, 64, 65, 100, 257, 768));
const shape = fc.record({
  dimensions: dimensionsOf,
  count: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(50, 67)),
  queries: fc.integer({ min: 0, max: 9 }),
  shift: fc.integer({ min: 0, max: 15 }),
  seed: fc.integer(),
});

/** Records of any components and scales: ordinary, zero, subnormal, infinite, NaN. */
function records(count: number, dimensions: number, random: () => number): Uint8Array {
  const all = bytes(count * (4 + dimensions), random);
  const view = new DataView(all.buffer);
  const scales = [0, 2 ** -140, Number.POSITIVE_INFINITY, Number.NaN];
  for (let i = 0; i < count; i++) {
    view.setFloat32(i * (4 + dimensions), scales[Math.floor(random() * 12)] ?? random() / 127, true);
  }
  return all;
}

/** Queries that no sum overflows with, the largest possible among them, padded with zeros. */
function integers(queries: number, dimensions: number, random: () => number): Int16Array {
  const padded = Math.ceil(dimensions / 8) * 8;
  const all = new Int16Array(queries * padded);
  const largest = Math.min(32_767, Math.floor((2 ** 31 - 1) / 128 / dimensions));
  for (let q = 0; q < queries; q++) {
    const extreme = random() < 0.2;
    for (let j = 0; j < dimensions; j++) {
      const value = extreme ? largest : Math.floor(random() * (largest + 1));
      all[q * padded + j] = random() < 0.5 ? value : -value;
    }
  }
  return all;
}

function score(all: Uint8Array, row: number, query: Int16Array, factor: number, dimensions: number): number {
  const view = new DataView(all.buffer);
  const start = row * (4 + dimensions);
  let sum = 0;
  for (let j = 0; j < dimensions; j++) sum += view.getInt8(start + 4 + j) * (query[j] as number);
  return view.getFloat32(start, true) * factor * sum;
}

test('scores of records that lie one behind the other', () => {
  fc.assert(
    fc.property(shape, ({ dimensions, count, shift, seed }) => {
      const random = seededRandom(seed);
      const data = records(count, dimensions, random);
      const query = integers(1, dimensions, random);
      const factor = random() / 1000;
      const expected = Float32Array.from({ length: count }, (_, i) => score(data, i, query, factor, dimensions));
      const found = onEveryKind((kernels, stage) => {
        const [at, from, to] = [stage.input(query), stage.input(data, shift), stage.output(count * 4)];
        kernels.int8Scores(at, factor, from, count, dimensions, to);
        return () => kernels.memory.float32(to, count).slice();
      });
      for (const [i, scores] of found.entries()) expectSame(scores, expected, kindOf(i));
    }),
    { seed: 41, numRuns: 200 },
  );
});

test('scores of records at given rows, in any order and more than once', () => {
  fc.assert(
    fc.property(shape, ({ dimensions, count, shift, seed }) => {
      const random = seededRandom(seed);
      const data = records(20, dimensions, random);
      const query = integers(1, dimensions, random);
      const factor = random() / 1000;
      const rows = Uint32Array.from({ length: count }, () => Math.floor(random() * 20));
      const expected = Float32Array.from(rows, (row) => score(data, row, query, factor, dimensions));
      const found = onEveryKind((kernels, stage) => {
        const [at, from] = [stage.input(query), stage.input(data, shift)];
        const [list, to] = [stage.input(rows), stage.output(count * 4)];
        kernels.int8ScoresAt(at, factor, from, list, count, dimensions, to);
        return () => kernels.memory.float32(to, count).slice();
      });
      for (const [i, scores] of found.entries()) expectSame(scores, expected, kindOf(i));
    }),
    { seed: 42, numRuns: 200 },
  );
});

test('scores of all records with all queries', () => {
  fc.assert(
    fc.property(shape, ({ dimensions, count, queries, shift, seed }) => {
      const random = seededRandom(seed);
      const data = records(count, dimensions, random);
      const padded = Math.ceil(dimensions / 8) * 8;
      const rows = integers(queries, dimensions, random);
      const factors = Float32Array.from({ length: queries }, () => random() / 1000);
      const expected = Float32Array.from({ length: count * queries }, (_, index) => {
        const q = index % queries;
        const query = rows.subarray(q * padded);
        return score(data, Math.floor(index / queries), query, factors[q] as number, dimensions);
      });
      const found = onEveryKind((kernels, stage) => {
        const [at, by] = [stage.input(rows), stage.input(factors)];
        const [from, to] = [stage.input(data, shift), stage.output(count * queries * 4)];
        kernels.int8Products(at, by, queries, from, count, dimensions, to);
        return () => kernels.memory.float32(to, count * queries).slice();
      });
      for (const [i, scores] of found.entries()) expectSame(scores, expected, kindOf(i));
    }),
    { seed: 43, numRuns: 200 },
  );
});

test('the largest components and queries that int32 has room for', () => {
  for (const dimensions of [512, 513, 4096, 65_536]) {
    const largest = Math.min(32_767, Math.floor((2 ** 31 - 1) / 128 / dimensions));
    const query = new Int16Array(Math.ceil(dimensions / 8) * 8).fill(-largest, 0, dimensions);
    const data = new Uint8Array(2 * (4 + dimensions)).fill(0x80);
    const view = new DataView(data.buffer);
    view.setFloat32(0, 1, true);
    view.setFloat32(4 + dimensions, -0.5, true);
    const found = onEveryKind((kernels, stage) => {
      const [at, from, to] = [stage.input(query), stage.input(data, 1), stage.output(8)];
      kernels.int8Scores(at, 1, from, 2, dimensions, to);
      return () => kernels.memory.float32(to, 2).slice();
    });
    const sum = 128 * largest * dimensions;
    for (const scores of found) expect([...scores]).toEqual([Math.fround(sum), Math.fround(-sum / 2)]);
  }
});

function kindOf(index: number): string {
  return everyKind[index]?.kind ?? '';
}
