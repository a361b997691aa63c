import { createRandom } from '../vectors/tiered-parts.ts';

/** How two systems differ over the same queries. */
export interface PairedDifference {
  /** The mean of the differences; 0 of none. */
  readonly mean: number;
  /** How likely a difference at least as large, in either direction, is by chance alone: above 0 to 1. */
  readonly p: number;
}

/** How the test is made. */
export interface RandomizationTestOptions {
  /** Random permutations. Default 10 000. */
  readonly permutations?: number;
  /** The same seed gives the same p. Default 1. */
  readonly seed?: number;
}

/** Sums are taken in another order than the one that was observed. */
const tolerance = 1e-9;

/**
 * Fisher's paired randomization test, two-sided (Smucker, Allan and Carterette 2007): if two systems were the same, each
 * query could as well have given its two figures the other way round. Signs are drawn at random; `p` is the share of
 * the draws, the observed one among them, whose mean is as far from 0 as what was observed.
 *
 * @param differences the figure of one system less that of the other, for each query
 */
export function randomizationTest(
  differences: readonly number[],
  { permutations = 10_000, seed = 1 }: RandomizationTestOptions = {},
): PairedDifference {
  const observed = sum(differences);
  // A query without a difference looks the same either way round.
  const values = Float64Array.from(differences.filter((value) => value !== 0));
  const enough = Math.abs(observed) - tolerance;
  const random = createRandom(seed);
  let asFar = 1;
  for (let permutation = 0; permutation < permutations; permutation++) {
    if (Math.abs(randomlySigned(values, random)) >= enough) asFar++;
  }
  return { mean: observed / Math.max(1, differences.length), p: asFar / (permutations + 1) };
}

function randomlySigned(values: Float64Array, random: () => number): number {
  let total = 0;
  let signs = 0;
  for (const [i, value] of values.entries()) {
    // A number of the generator has 32 random bits.
    if (i % 32 === 0) signs = random() * 2 ** 32;
    total += signs & 1 ? value : -value;
    signs >>>= 1;
  }
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
