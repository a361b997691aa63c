import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPacer } from '../../src/embedders/latent/pacer.ts';
import { symmetricEigen, symmetricEigenvalues } from '../../src/embedders/latent/symmetric-eigen.ts';
import { type Dense, distance, identity, multiply, transpose } from './dense.ts';

const decompose = (matrix: Dense) =>
  symmetricEigen(
    matrix.map((row) => Float64Array.from(row)),
    createPacer(),
  );

async function expectDecomposition(matrix: Dense): Promise<number[]> {
  const { values, vectors } = await decompose(matrix);
  const rows = vectors.map((vector) => [...vector]);
  const scale = Math.max(1, ...matrix.flat().map(Math.abs)) * matrix.length;
  expect(distance(multiply(rows, transpose(rows)), identity(matrix.length))).toBeLessThan(1e-12 * matrix.length);
  const scaled = rows.map((row, i) => row.map((value) => value * (values[i] as number)));
  expect(distance(multiply(transpose(rows), scaled), matrix)).toBeLessThan(1e-12 * scale);
  expect([...values]).toEqual([...values].sort((a, b) => b - a));
  const alone = await symmetricEigenvalues(
    matrix.map((row) => Float64Array.from(row)),
    createPacer(),
  );
  for (const [i, value] of alone.entries()) expect(Math.abs(value - (values[i] as number))).toBeLessThan(1e-12 * scale);
  return [...values];
}

describe('symmetricEigen', () => {
  test('gives back any symmetric matrix from its eigenvalues and orthonormal eigenvectors', async () => {
    const value = fc.oneof(
      fc.constant(0),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      fc.integer({ min: -3, max: 3 }),
    );
    const matrices = fc
      .integer({ min: 1, max: 14 })
      .chain((size) =>
        fc
          .array(fc.array(value, { minLength: size, maxLength: size }), { minLength: size, maxLength: size })
          .map((rows) => rows.map((row, i) => row.map((_, j) => rows[Math.max(i, j)]?.[Math.min(i, j)] as number))),
      );
    await fc.assert(
      fc.asyncProperty(matrices, async (matrix) => {
        await expectDecomposition(matrix);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('knows the eigenvalues of the second difference matrix', async () => {
    const size = 60;
    const matrix = identity(size).map((row, i) => row.map((_, j) => [2, -1][Math.abs(i - j)] ?? 0));
    const exact = Array.from({ length: size }, (_, k) => 2 + 2 * Math.cos(((k + 1) * Math.PI) / (size + 1)));
    const values = await expectDecomposition(matrix);
    for (const [i, value] of values.entries()) expect(value).toBeCloseTo(exact[i] as number, 12);
  });

  test('takes equal eigenvalues, zeros and the empty matrix', async () => {
    expect(await expectDecomposition(identity(9))).toEqual(new Array(9).fill(1));
    const ones = identity(8).map((row) => row.map(() => 1));
    const [first, ...others] = await expectDecomposition(ones);
    expect(first).toBeCloseTo(8, 12);
    for (const other of others) expect(other).toBeCloseTo(0, 12);
    expect((await decompose([])).values.length).toBe(0);
  });

  test('ends with an error on values that are not finite', async () => {
    await expect(
      decompose([
        [1, Number.NaN, 2],
        [Number.NaN, 1, 3],
        [2, 3, 1],
      ]),
    ).rejects.toThrow(/not finite/);
  });
});
