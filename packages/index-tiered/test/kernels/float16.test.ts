import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Approximate, approximateSum, expectClose } from './compare.ts';
import { floats, seededRandom } from './seeded-random.ts';
import { everyKind, onEveryKind } from './stage.ts';

const shape = fc.record({
  dimensions: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(63, 64, 65, 768)),
  count: fc.integer({ min: 0, max: 9 }),
  shift: fc.integer({ min: 0, max: 15 }),
  seed: fc.integer(),
});

/** The value of a binary16 number, by the definition of IEEE 754. */
function numberOf(half: number): number {
  const sign = half >> 15 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = (half & 1023) / 1024;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}

/** Any finite numbers, subnormal ones among them. */
function halves(length: number, random: () => number): Uint16Array {
  return Uint16Array.from({ length }, () => (random() < 0.5 ? 0x8000 : 0) | Math.floor(0x7c00 * random()));
}

function expectedScore(data: Uint16Array, row: number, query: Float32Array): Approximate {
  return approximateSum(query.length, (j) => {
    return (query[j] as number) * numberOf(data[row * query.length + j] as number);
  });
}

function scoreAll(query: Float32Array, data: Uint16Array, count: number, shift = 0): Float32Array[] {
  return onEveryKind((kernels, stage) => {
    const [at, from] = [stage.input(query), stage.input(new Uint8Array(data.buffer), shift)];
    const to = stage.output(count * 4);
    kernels.float16Scores(at, from, count, query.length, to);
    return () => kernels.memory.float32(to, count).slice();
  });
}

test('every number that binary16 has', () => {
  // In the lower and the upper half of eight dimensions, and behind the last eight.
  for (const place of [1, 6, 9]) {
    const query = new Float32Array(11);
    query[place] = 1;
    const numbers = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits);
    const data = new Uint16Array(numbers.length * query.length);
    for (const bits of numbers) data[bits * query.length + place] = bits;
    const expected = Float32Array.from(numbers, numberOf);
    for (const scores of scoreAll(query, data, numbers.length)) {
      // The sum with zeros of the other places makes 0 of −0.
      expect(
        scores.findIndex((score, i) => !(score === expected[i] || Number.isNaN(score + (expected[i] as number)))),
      ).toBe(-1);
      expect(scores.every((score, i) => Number.isNaN(score) === Number.isNaN(expected[i]))).toBe(true);
    }
  }
});

test('scores of records that lie one behind the other', () => {
  fc.assert(
    fc.property(shape, ({ dimensions, count, shift, seed }) => {
      const random = seededRandom(seed);
      const query = floats(dimensions, random);
      const data = halves(count * dimensions, random);
      const expected = Array.from({ length: count }, (_, i) => expectedScore(data, i, query));
      for (const [i, scores] of scoreAll(query, data, count, shift).entries()) expectClose(scores, expected, kindOf(i));
    }),
    { seed: 51, numRuns: 200 },
  );
});

test('scores of records at given rows, in any order and more than once', () => {
  fc.assert(
    fc.property(shape, ({ dimensions, count, shift, seed }) => {
      const random = seededRandom(seed);
      const query = floats(dimensions, random);
      const data = halves(20 * dimensions, random);
      const rows = Uint32Array.from({ length: count }, () => Math.floor(random() * 20));
      const expected = [...rows].map((row) => expectedScore(data, row, query));
      const found = onEveryKind((kernels, stage) => {
        const [at, from] = [stage.input(query), stage.input(new Uint8Array(data.buffer), shift)];
        const [list, to] = [stage.input(rows), stage.output(count * 4)];
        kernels.float16ScoresAt(at, from, list, count, dimensions, to);
        return () => kernels.memory.float32(to, count).slice();
      });
      for (const [i, scores] of found.entries()) expectClose(scores, expected, kindOf(i));
    }),
    { seed: 52, numRuns: 200 },
  );
});

test('a record with an infinite number or NaN scores as its arithmetic says, and its neighbours as ever', () => {
  fc.assert(
    fc.property(shape, fc.constantFrom(0x7c00, 0xfc00, 0x7e00), fc.nat(), ({ dimensions, seed }, bits, at) => {
      const random = seededRandom(seed);
      const query = floats(dimensions, random);
      const data = halves(3 * dimensions, random);
      data[dimensions + (at % dimensions)] = bits;
      const expected = [0, 1, 2].map((row) => expectedScore(data, row, query));
      for (const [i, scores] of scoreAll(query, data, 3).entries()) expectClose(scores, expected, kindOf(i));
    }),
    { seed: 53, numRuns: 100 },
  );
});

function kindOf(index: number): string {
  return everyKind[index]?.kind ?? '';
}
