import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomizationTest } from '../src/metrics/index.ts';

/** The share of all signs with which the sum is as far from 0 as with those that were observed. */
function exactP(differences: readonly number[]): number {
  const total = differences.reduce((sum, value) => sum + value, 0);
  const all = 2 ** differences.length;
  let asFar = 0;
  for (let signs = 0; signs < all; signs++) {
    const sum = differences.reduce((so, value, i) => so + (signs & (2 ** i) ? value : -value), 0);
    if (Math.abs(sum) >= Math.abs(total) - 1e-9) asFar++;
  }
  return asFar / all;
}

test('p is that of all permutations, as near as 10 000 random ones come', () => {
  // By hand: of 16 signs of 1, 2, 3, 4 only the two extremes are as far from 0 as their sum.
  expect(exactP([1, 2, 3, 4])).toBe(2 / 16);
  const random = fc.array(fc.integer({ min: -5, max: 8 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(random, fc.integer({ min: 1, max: 1000 }), (tenths, seed) => {
      const differences = tenths.map((tenth) => tenth / 10);
      const { mean, p } = randomizationTest(differences, { seed });
      expect(mean).toBeCloseTo(differences.reduce((sum, value) => sum + value, 0) / differences.length, 12);
      // Five standard errors of a share among 10 000, and the observed one that is counted too.
      expect(Math.abs(p - exactP(differences))).toBeLessThan(5 * Math.sqrt(0.25 / 10_000) + 1e-4);
    }),
    { seed: 5, numRuns: 40 },
  );
});

test('signs are independent of each other in every position, beyond the 32 of one random number', () => {
  // The sum of 70 signs is as far as 70 only by a miracle, as far as 10 about as often as a normal variable: .27.
  const extreme = randomizationTest(Array.from({ length: 70 }, () => 1));
  expect(extreme.p).toBe(1 / 10_001);
  const usual = randomizationTest(Array.from({ length: 70 }, (_, i) => (i < 40 ? 1 : -1)));
  expect(usual.mean).toBeCloseTo(10 / 70, 12);
  // Exact: 2 * P(X >= 40), X binomial(70, 1/2).
  expect(Math.abs(usual.p - 0.282)).toBeLessThan(0.02);
});

test('the same seed gives the same p, and no difference is no evidence', () => {
  const differences = [0.3, -0.1, 0.2, 0, 0.25, -0.05, 0.4];
  expect(randomizationTest(differences)).toEqual(randomizationTest(differences));
  expect(randomizationTest(differences, { permutations: 99, seed: 7 }).p).not.toBe(
    randomizationTest(differences, { permutations: 99, seed: 8 }).p,
  );
  expect(randomizationTest([])).toEqual({ mean: 0, p: 1 });
  expect(randomizationTest([0, 0, 0])).toEqual({ mean: 0, p: 1 });
  expect(randomizationTest([0.1, 0.2, 0.3]).p).toBe(randomizationTest([-0.1, -0.2, -0.3]).p);
});
