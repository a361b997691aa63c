import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerQuery } from '../../src/kernels/integer-query.ts';
import { seededRandom } from './seeded-random.ts';

const dimensionsOf = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constantFrom(1, 512, 513, 65_535, 65_536));

function largestOf(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** Vectors of all sizes, in which all components are alike, or few stand out. */
const vectorOf = fc
  .record({
    dimensions: dimensionsOf,
    exponent: fc.oneof(fc.integer({ min: -10, max: 10 }), fc.integer({ min: -1074, max: 1023 })),
    spread: fc.constantFrom(0, 0.01, 1, 8),
    double: fc.boolean(),
    seed: fc.integer(),
  })
  .map(({ dimensions, exponent, spread, double, seed }) => {
    const random = seededRandom(seed);
    const next = () => (random() < 0.5 ? -1 : 1) * random() ** spread * 2 ** exponent;
    return double ? Float64Array.from({ length: dimensions }, next) : Float32Array.from({ length: dimensions }, next);
  });

test('no sum over an int8 record leaves int32, and all of int16 is used where it fits', () => {
  fc.assert(
    fc.property(vectorOf, (vector) => {
      const { values } = integerQuery(vector, vector.length);
      expect(values.length).toBe(Math.ceil(vector.length / 8) * 8);
      expect(values.subarray(vector.length).every((value) => value === 0)).toBe(true);
      const magnitudes = values.reduce((sum, value) => sum + Math.abs(value), 0);
      expect(magnitudes * 128).toBeLessThan(2 ** 31);
      const largest = largestOf(values);
      expect(largest).toBeLessThanOrEqual(32_767);
      const finite = Number.isFinite(largestOf(vector));
      const isUsed = largest === 32_767 || magnitudes * 128 > 2 ** 31 - 128 * (vector.length + 2);
      if (finite && largestOf(vector) > 0) expect(isUsed).toBe(true);
    }),
    { seed: 91, numRuns: 100 },
  );
});

test('each component is kept to half a unit, which is small beside the largest component', () => {
  fc.assert(
    fc.property(vectorOf, (vector) => {
      fc.pre(Number.isFinite(largestOf(vector)));
      const { values, factor } = integerQuery(vector, vector.length);
      const largest = largestOf(vector);
      const unit = Math.max(1 / 32_767, vector.length / 16_700_000);
      expect(factor).toBeLessThanOrEqual(largest * unit * 1.01 + 2 ** -1074);
      const worst = largestOf(Float64Array.from(vector, (value, i) => value - (values[i] as number) * factor));
      // Below 2⁻¹⁰⁰⁰ factors are subnormal themselves.
      expect(worst).toBeLessThanOrEqual(0.50001 * factor + 32_768 * 2 ** -1074);
    }),
    { seed: 92, numRuns: 100 },
  );
});

test('scores of unit vectors are kept to a ten-thousandth', () => {
  fc.assert(
    fc.property(dimensionsOf, fc.integer(), (dimensions, seed) => {
      const random = seededRandom(seed);
      const unit = () => {
        const vector = Float64Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
        const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
        return vector.map((value) => value / length);
      };
      const [query, other] = [unit(), unit()];
      const { values, factor } = integerQuery(query, dimensions);
      let difference = 0;
      for (let i = 0; i < dimensions; i++) {
        difference += (other[i] as number) * ((query[i] as number) - (values[i] as number) * factor);
      }
      expect(Math.abs(difference)).toBeLessThan(1e-4);
    }),
    { seed: 93, numRuns: 60 },
  );
});

test('the zero query has the factor 0; one that is not finite gives scores that are none', () => {
  expect(integerQuery(Float32Array.of(0, -0, 0), 3)).toEqual({ values: new Int16Array(8), factor: 0 });
  const used = new Int16Array(8).fill(7);
  expect(integerQuery(Float32Array.of(0, -0, 0), 3, used)).toEqual({ values: new Int16Array(8), factor: 0 });
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    const { values, factor } = integerQuery(Float32Array.of(1, value), 2);
    expect(Number.isFinite(factor * (values[1] as number))).toBe(false);
  }
});
