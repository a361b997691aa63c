import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Approximate, approximateSum, expectClose, expectSame } from './compare.ts';
import { floats, seededRandom, smallIntegers } from './seeded-random.ts';
import { everyKind, onEveryKind } from './stage.ts';

const shape = fc.record({
  rows: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(45)),
  columns: fc.oneof(fc.integer({ min: 0, max: 18 }), fc.constantFrom(33)),
  depth: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(63, 64, 65)),
  seed: fc.integer(),
});

type Pair = (x: number, y: number) => number;
const product: Pair = (x, y) => x * y;
// The difference is rounded to float32 once more, which the tolerance for its square has room for.
const squaredDifference: Pair = (x, y) => (x - y) ** 2;

function ofAllPairs(a: Float32Array, b: Float32Array, depth: number, pair: Pair): Approximate[] {
  const [rows, columns] = [a.length / depth, b.length / depth];
  return Array.from({ length: rows * columns }, (_, index) => {
    const i = Math.floor(index / columns) * depth;
    const j = (index % columns) * depth;
    return approximateSum(depth, (k) => pair(a[i + k] as number, b[j + k] as number));
  });
}

function onMatrices(
  kernel: 'matrixProduct' | 'squaredDistances',
  a: Float32Array,
  b: Float32Array,
  depth: number,
): Float32Array[] {
  const [rows, columns] = [a.length / depth, b.length / depth];
  return onEveryKind((kernels, stage) => {
    const [left, right, to] = [stage.input(a), stage.input(b), stage.output(rows * columns * 4)];
    if (kernel === 'matrixProduct') kernels.matrixProduct(left, right, to, rows, columns, depth);
    else kernels.squaredDistances(left, rows, right, columns, depth, to);
    return () => kernels.memory.float32(to, rows * columns).slice();
  });
}

for (const [kernel, pair] of [
  ['matrixProduct', product],
  ['squaredDistances', squaredDifference],
] as const) {
  test(`${kernel} of any numbers`, () => {
    fc.assert(
      fc.property(shape, ({ rows, columns, depth, seed }) => {
        const random = seededRandom(seed);
        const [a, b] = [floats(rows * depth, random), floats(columns * depth, random)];
        const expected = ofAllPairs(a, b, depth, pair);
        for (const [i, found] of onMatrices(kernel, a, b, depth).entries()) expectClose(found, expected, kindOf(i));
      }),
      {
        seed: 61,
        numRuns: 100,
        // So deep that a block has few rows.
        examples: [
          [{ rows: 5, columns: 6, depth: 16_385, seed: 1 }],
          [{ rows: 3, columns: 1, depth: 65_536, seed: 2 }],
        ],
      },
    );
  });

  test(`${kernel} of small integers, which is exact`, () => {
    fc.assert(
      fc.property(shape, ({ rows, columns, depth, seed }) => {
        const random = seededRandom(seed);
        const [a, b] = [smallIntegers(rows * depth, random), smallIntegers(columns * depth, random)];
        const expected = Float32Array.from(ofAllPairs(a, b, depth, pair), ({ value }) => value);
        for (const [i, found] of onMatrices(kernel, a, b, depth).entries()) {
          expectSame(found, expected, kindOf(i));
        }
      }),
      { seed: 62, numRuns: 100 },
    );
  });

  test(`${kernel} carries infinite numbers and NaN`, () => {
    for (const value of [Number.POSITIVE_INFINITY, Number.NaN]) {
      for (let place = 0; place < 9; place++) {
        const [a, b] = [new Float32Array(27).fill(1), new Float32Array(45).fill(2)];
        a[9 + place] = value;
        const expected = Float32Array.from(ofAllPairs(a, b, 9, pair), (sum) => sum.value);
        for (const [i, found] of onMatrices(kernel, a, b, 9).entries()) expectSame(found, expected, kindOf(i));
      }
    }
  });
}

test('largestOfRows finds the first of the largest values; NaN counts as −∞', () => {
  const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 3.4e38, -3.4e38, 1e-42];
  const zeros = [-0, 0, Number.NaN, Number.NEGATIVE_INFINITY, -1];
  const palettes = fc.constantFrom(special, zeros);
  fc.assert(
    fc.property(shape, palettes, fc.boolean(), ({ rows, columns, depth, seed }, palette, allSpecial) => {
      const random = seededRandom(seed);
      const width = depth > 60 ? depth : columns;
      const matrix = allSpecial ? new Float32Array(rows * width) : smallIntegers(rows * width, random);
      for (let i = 0; i < matrix.length; i++) {
        if (allSpecial || random() < 0.1) matrix[i] = palette[Math.floor(random() * palette.length)] as number;
      }
      const expected = Array.from({ length: rows }, (_, row) =>
        firstLargest(matrix.subarray(row * width, (row + 1) * width)),
      );
      const found = onEveryKind((kernels, stage) => {
        const [from, positions, values] = [stage.input(matrix), stage.output(rows * 4), stage.output(rows * 4)];
        kernels.largestOfRows(from, rows, width, positions, values);
        return () => ({
          positions: kernels.memory.uint32(positions, rows).slice(),
          values: kernels.memory.float32(values, rows).slice(),
        });
      });
      for (const [i, { positions, values }] of found.entries()) {
        expect([...positions], kindOf(i)).toEqual(expected.map(({ position }) => position));
        expectSame(
          values,
          Float32Array.from(expected, ({ value }) => value),
          kindOf(i),
        );
      }
    }),
    { seed: 63, numRuns: 300 },
  );
});

function firstLargest(row: Float32Array): { position: number; value: number } {
  const largest = Math.max(...[...row].map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value)));
  if (largest === Number.NEGATIVE_INFINITY) return { position: 0, value: largest };
  const position = row.indexOf(largest);
  return { position, value: row[position] as number };
}

function kindOf(index: number): string {
  return everyKind[index]?.kind ?? '';
}
