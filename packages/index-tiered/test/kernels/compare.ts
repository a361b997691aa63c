import { expect } from 'vitest';

/** Numbers that are known up to the rounding of float32 sums. */
export interface Approximate {
  readonly value: number;
  /** The sum of the magnitudes of all that was added. */
  readonly magnitude: number;
  /** How much was added. */
  readonly terms: number;
}

/** The sum of `term(0)`, `term(1)` and so on, and what its rounding depends on. */
export function approximateSum(terms: number, term: (index: number) => number): Approximate {
  let value = 0;
  let magnitude = 0;
  for (let i = 0; i < terms; i++) {
    const addend = term(i);
    value += addend;
    magnitude += Math.abs(addend);
  }
  return { value, magnitude, terms };
}

/** Checks that float32 numbers are as close to what is expected as the rounding of each step allows. */
export function expectClose(actual: Float32Array, expected: readonly Approximate[], kind: string): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, { value, magnitude, terms }] of expected.entries()) {
    const found = actual[i] as number;
    const allowed = (terms + 4) * (magnitude * 2 ** -24 + 2 ** -149);
    const fine = Number.isFinite(value) ? Math.abs(found - value) <= allowed : Object.is(found, value);
    if (!fine) expect.fail(`${kind}, number ${i}: ${found} instead of ${value}, give or take ${allowed}`);
  }
}

/** Checks that float32 numbers are the same to the bit, any NaN being one. */
export function expectSame(actual: Float32Array, expected: Float32Array, kind: string): void {
  expect(actual.length).toBe(expected.length);
  const different = actual.findIndex((value, i) => !Object.is(value, expected[i]));
  if (different >= 0) {
    expect.fail(`${kind}, number ${different}: ${actual[different]} instead of ${expected[different]}`);
  }
}
