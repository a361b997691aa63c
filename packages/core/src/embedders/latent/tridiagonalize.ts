import type { Pacer } from './pacer.ts';

/** A tridiagonal matrix `T` similar to a symmetric `A`: `A = Q T Qᵀ`. */
export interface Tridiagonal {
  readonly diagonal: Float64Array;
  /** `offDiagonal[i]` couples `i` and `i + 1`; the last entry is 0. */
  readonly offDiagonal: Float64Array;
  /** Computes the columns of `Q`, which costs as much as the reduction itself; may be called once. */
  vectors(): Promise<Float64Array[]>;
}

/**
 * Householder reduction of a symmetric matrix, given by its rows, which are overwritten (Golub and Van Loan, 8.3.1).
 */
export async function tridiagonalize(matrix: Float64Array[], pacer: Pacer): Promise<Tridiagonal> {
  const size = matrix.length;
  const diagonal = new Float64Array(size);
  const offDiagonal = new Float64Array(size);
  const factors = new Float64Array(size);
  for (let step = 0; step < size; step++) {
    const row = matrix[step] as Float64Array;
    diagonal[step] = row[step] as number;
    if (step === size - 1) break;
    const reflection = reflect(row, step + 1);
    offDiagonal[step] = reflection.length;
    factors[step] = reflection.factor;
    if (reflection.factor !== 0) reduce(matrix, step, reflection.factor);
    if (pacer.due()) await pacer.rest();
  }
  return {
    diagonal,
    offDiagonal,
    async vectors() {
      const product = await accumulate(matrix, factors, pacer);
      return Array.from({ length: size }, (_, column) => Float64Array.from(product, (row) => row[column] as number));
    },
  };
}

/**
 * Turns `row[from…]` into the vector `v` of the reflection `I - factor · v vᵀ` that maps it to `(length, 0, …)`. A
 * factor of 0 means that nothing needs to be done.
 */
function reflect(row: Float64Array, from: number): { length: number; factor: number } {
  const head = row[from] as number;
  let scale = 0;
  for (let i = from + 1; i < row.length; i++) scale = Math.max(scale, Math.abs(row[i] as number));
  if (scale === 0) return { length: head, factor: 0 };
  scale = Math.max(scale, Math.abs(head));
  let square = 0;
  for (let i = from; i < row.length; i++) {
    const value = (row[i] as number) / scale;
    row[i] = value;
    square += value * value;
  }
  const scaledHead = head / scale;
  const length = scaledHead > 0 ? -Math.sqrt(square) : Math.sqrt(square);
  row[from] = scaledHead - length;
  // vᵀv is twice the divisor; both of its terms are positive, so nothing cancels.
  return { length: length * scale, factor: 1 / (square - scaledHead * length) };
}

/** Applies the reflection in row `step` to the remaining matrix from both sides: `A -= v wᵀ + w vᵀ`. */
function reduce(matrix: readonly Float64Array[], step: number, factor: number): void {
  const size = matrix.length;
  const v = matrix[step] as Float64Array;
  const w = new Float64Array(size);
  let product = 0;
  for (let i = step + 1; i < size; i++) {
    const row = matrix[i] as Float64Array;
    let sum = 0;
    for (let j = step + 1; j < size; j++) sum += (row[j] as number) * (v[j] as number);
    w[i] = factor * sum;
    product += factor * sum * (v[i] as number);
  }
  const correction = (factor * product) / 2;
  for (let i = step + 1; i < size; i++) w[i] = (w[i] as number) - correction * (v[i] as number);
  for (let i = step + 1; i < size; i++) {
    const row = matrix[i] as Float64Array;
    const vi = v[i] as number;
    const wi = w[i] as number;
    for (let j = step + 1; j < size; j++) row[j] = (row[j] as number) - vi * (w[j] as number) - wi * (v[j] as number);
  }
}

/** The product of all reflections, whose vectors stand in the rows of the reduced matrix; returned by rows. */
async function accumulate(
  matrix: readonly Float64Array[],
  factors: Float64Array,
  pacer: Pacer,
): Promise<Float64Array[]> {
  const size = matrix.length;
  const product = Array.from({ length: size }, (_, i) => {
    const row = new Float64Array(size);
    row[i] = 1;
    return row;
  });
  const sums = new Float64Array(size);
  for (let step = size - 2; step >= 0; step--) {
    const factor = factors[step] as number;
    if (factor === 0) continue;
    const v = matrix[step] as Float64Array;
    sums.fill(0);
    for (let i = step + 1; i < size; i++) {
      const row = product[i] as Float64Array;
      const vi = v[i] as number;
      for (let j = step + 1; j < size; j++) sums[j] = (sums[j] as number) + vi * (row[j] as number);
    }
    for (let i = step + 1; i < size; i++) {
      const row = product[i] as Float64Array;
      const multiple = factor * (v[i] as number);
      for (let j = step + 1; j < size; j++) row[j] = (row[j] as number) - multiple * (sums[j] as number);
    }
    if (pacer.due()) await pacer.rest();
  }
  return product;
}
