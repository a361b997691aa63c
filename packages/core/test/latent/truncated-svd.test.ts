import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPacer } from '../../src/embedders/latent/pacer.ts';
import { type TruncatedSvd, truncatedSvd } from '../../src/embedders/latent/truncated-svd.ts';
import { type Dense, distance, identity, jacobiSingularValues, multiply, toSparse, transpose } from './dense.ts';

const entry = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -64, max: 64 }).map((value) => value / 16) },
);
const matrixOf = (rows: number, columns: number): fc.Arbitrary<Dense> =>
  fc.array(fc.array(entry, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows });

async function rightRows({ rightBlocks, rank }: TruncatedSvd): Promise<Dense> {
  const right: number[][] = [];
  for await (const { rows, values } of rightBlocks()) {
    expect(values.length).toBe(rows * rank);
    for (let i = 0; i < rows; i++) right.push(Array.from(values.subarray(i * rank, (i + 1) * rank)));
  }
  return right;
}

function pseudoRandomMatrix(rows: number, columns: number, density: number): Dense {
  let state = 11;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => (next() < density ? Math.fround(next()) : 0)),
  );
}

describe('truncatedSvd', () => {
  test('agrees with exact singular values on small matrices of any shape', async () => {
    const shapes = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }));
    const matrices = shapes.chain(([rows, columns]) => matrixOf(rows, columns));
    await fc.assert(
      fc.asyncProperty(matrices, async (matrix) => {
        const svd = await truncatedSvd(toSparse(matrix), { rank: 20, seed: 3, pacer: createPacer() });
        const exact = jacobiSingularValues(matrix);
        const largest = exact[0] ?? 0;
        expect(svd.rank).toBeGreaterThanOrEqual(exact.filter((value) => value > largest * 1e-4).length);
        expect(svd.rank).toBeLessThanOrEqual(exact.filter((value) => value > largest * 1e-6).length);
        for (const [i, value] of svd.singularValues.entries()) {
          expect(Math.abs(value - (exact[i] as number))).toBeLessThan(1e-6 * Math.max(1, largest));
        }
        // A complete decomposition: the right vectors are orthonormal and span every row.
        const right = await rightRows(svd);
        expect(right.length).toBe(matrix[0]?.length ?? 0);
        expect(distance(multiply(transpose(right), right), identity(svd.rank))).toBeLessThan(1e-5);
        const projected = multiply(multiply(matrix, right), transpose(right));
        expect(distance(projected, matrix)).toBeLessThan(1e-4 * Math.max(1, largest));
      }),
      { seed: 42, numRuns: 200 },
    );
  });

  test('converges to the largest singular values where it has to iterate', async () => {
    const matrix = pseudoRandomMatrix(90, 130, 0.2);
    const exact = jacobiSingularValues(transpose(matrix));
    const options = { rank: 6, seed: 1, pacer: createPacer() };
    const { rank, singularValues } = await truncatedSvd(toSparse(matrix), { ...options, iterations: 60 });
    expect(rank).toBe(6);
    for (const [i, value] of singularValues.entries()) expect(value).toBeCloseTo(exact[i] as number, 6);

    const few = await truncatedSvd(toSparse(matrix), options);
    for (const [i, value] of few.singularValues.entries()) {
      expect(value).toBeLessThan((exact[i] as number) + 1e-6);
      expect(value).toBeGreaterThan(0.95 * (exact[i] as number));
    }
  });

  test('finds the rank of a large matrix of few different rows', async () => {
    const different = pseudoRandomMatrix(5, 60, 0.4);
    const matrix = Array.from({ length: 200 }, (_, i) => different[i % 5] as number[]);
    const svd = await truncatedSvd(toSparse(matrix), { rank: 30, seed: 1, pacer: createPacer() });
    expect(svd.rank).toBe(5);
    const exact = jacobiSingularValues(transpose(matrix));
    for (const [i, value] of svd.singularValues.entries()) expect(value).toBeCloseTo(exact[i] as number, 6);
  });

  test('gives rank 0 for zeros and for no rows or columns', async () => {
    for (const matrix of [[[0, 0, 0]], [[0], [0]], []]) {
      const svd = await truncatedSvd(toSparse(matrix), { rank: 8, seed: 1, pacer: createPacer() });
      expect(svd.rank).toBe(0);
      expect((await rightRows(svd)).flat()).toEqual([]);
    }
    const tall = Array.from({ length: 100 }, () => [0, 0]);
    expect((await truncatedSvd(toSparse(tall), { rank: 8, seed: 1, pacer: createPacer() })).rank).toBe(0);
  });

  test('gives the same bits again, and others for another seed', async () => {
    const matrix = toSparse(pseudoRandomMatrix(80, 100, 0.2));
    const run = async (seed: number) => rightRows(await truncatedSvd(matrix, { rank: 10, seed, pacer: createPacer() }));
    const [first, second, other] = [await run(1), await run(1), await run(2)];
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test('gives the right vectors of more columns than a block has, each row once', async () => {
    const matrix = pseudoRandomMatrix(30, 5000, 0.01);
    const svd = await truncatedSvd(toSparse(matrix), { rank: 30, seed: 1, pacer: createPacer() });
    const right = await rightRows(svd);
    expect(right.length).toBe(5000);
    expect(distance(multiply(multiply(matrix, right), transpose(right)), matrix)).toBeLessThan(1e-3);
  });
});
