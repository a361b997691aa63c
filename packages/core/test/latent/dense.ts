import type { SparseMatrix } from '../../src/embedders/latent/sparse-matrix.ts';

/** Rows of numbers: plain arithmetic for the tests to check the fast one with. */
export type Dense = number[][];

/** Makes a sparse matrix; zeros are left out, values rounded to float32. */
export function toSparse(rows: Dense): SparseMatrix {
  const offsets = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    for (const [column, value] of row.entries()) {
      if (value === 0) continue;
      indices.push(column);
      values.push(value);
    }
    offsets.push(indices.length);
  }
  return {
    rows: rows.length,
    columns: rows[0]?.length ?? 0,
    offsets: Uint32Array.from(offsets),
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  };
}

/** The product of two matrices. */
export function multiply(a: Dense, b: Dense): Dense {
  return a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, value, k) => sum + value * at(b, k, j), 0)));
}

/** The transposed matrix. */
export function transpose(a: Dense): Dense {
  return (a[0] ?? []).map((_, j) => a.map((row) => row[j] as number));
}

/** The largest difference between two matrices of one shape. */
export function distance(a: Dense, b: Dense): number {
  let largest = 0;
  for (const [i, row] of a.entries()) {
    for (const [j, value] of row.entries()) largest = Math.max(largest, Math.abs(value - (b[i]?.[j] as number)));
  }
  return largest;
}

/** The unit matrix. */
export function identity(size: number): Dense {
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
}

/** Singular values, largest first, by one-sided Jacobi rotations (Hestenes 1958). */
export function jacobiSingularValues(matrix: Dense): number[] {
  const columns = transpose(matrix);
  for (let sweep = 0, rotated = true; rotated && sweep < 60; sweep++) {
    rotated = false;
    for (let p = 0; p < columns.length; p++) {
      for (let q = p + 1; q < columns.length; q++) rotated = rotatePair(columns, p, q) || rotated;
    }
  }
  return columns.map((column) => Math.sqrt(dot(column, column))).sort((a, b) => b - a);
}

function rotatePair(columns: Dense, p: number, q: number): boolean {
  const x = columns[p] as number[];
  const y = columns[q] as number[];
  const [alpha, beta, gamma] = [dot(x, x), dot(y, y), dot(x, y)];
  if (Math.abs(gamma) <= 1e-15 * Math.sqrt(alpha * beta) || gamma === 0) return false;
  const zeta = (beta - alpha) / (2 * gamma);
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  columns[p] = x.map((value, i) => cosine * (value - tangent * (y[i] as number)));
  columns[q] = y.map((value, i) => cosine * (value + tangent * (x[i] as number)));
  return true;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}

function at(matrix: Dense, row: number, column: number): number {
  return matrix[row]?.[column] as number;
}
