import type { Pacer } from './pacer.ts';
import { tridiagonalize } from './tridiagonalize.ts';

/** Eigenvalues, largest first, and their eigenvectors: `vectors[i]` has unit length and belongs to `values[i]`. */
export interface EigenDecomposition {
  readonly values: Float64Array;
  readonly vectors: readonly Float64Array[];
}

/** More than any matrix of finite numbers has been seen to need; usual are two. */
const maximumRotations = 80;

/**
 * All eigenvalues and eigenvectors of a symmetric matrix: Householder tridiagonalization, then the implicit QL
 * algorithm (Bowdler, Martin, Reinsch and Wilkinson 1968). Accurate to rounding relative to the largest eigenvalue.
 *
 * @param matrix the rows; they are overwritten
 */
export async function symmetricEigen(matrix: Float64Array[], pacer: Pacer): Promise<EigenDecomposition> {
  const scale = scaleToOne(matrix);
  const { diagonal, offDiagonal, vectors } = await tridiagonalize(matrix, pacer);
  const columns = await vectors();
  await diagonalize(diagonal, offDiagonal, columns, pacer);
  const order = Array.from(diagonal.keys()).sort((a, b) => (diagonal[b] as number) - (diagonal[a] as number) || a - b);
  return {
    values: Float64Array.from(order, (i) => (diagonal[i] as number) * scale),
    vectors: order.map((i) => columns[i] as Float64Array),
  };
}

/** The eigenvalues of a symmetric matrix alone, largest first, for a fraction of the work. The rows are overwritten. */
export async function symmetricEigenvalues(matrix: Float64Array[], pacer: Pacer): Promise<Float64Array> {
  const scale = scaleToOne(matrix);
  const { diagonal, offDiagonal } = await tridiagonalize(matrix, pacer);
  await diagonalize(diagonal, offDiagonal, undefined, pacer);
  return diagonal.map((value) => value * scale).sort((a, b) => b - a);
}

/** Reduces a tridiagonal matrix to its diagonal, and turns the vectors, where there are any, along with it. */
async function diagonalize(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  vectors: readonly Float64Array[] | undefined,
  pacer: Pacer,
): Promise<void> {
  const size = diagonal.length;
  let norm = 0;
  for (let i = 0; i < size; i++) {
    norm = Math.max(norm, Math.abs(diagonal[i] as number) + Math.abs(offDiagonal[i] as number));
  }
  const negligible = norm * Number.EPSILON;
  for (let low = 0; low < size; low++) {
    for (let round = 0; ; round++) {
      let high = low;
      while (high < size - 1 && Math.abs(offDiagonal[high] as number) > negligible) high++;
      if (high === low) break;
      if (round === maximumRotations) throw new Error('The eigenvalue iteration did not converge.');
      rotate(diagonal, offDiagonal, vectors, low, high);
      if (pacer.due()) await pacer.rest();
    }
  }
}

/**
 * Divides all entries by the largest absolute value, so that no product over- or underflows, and returns that value.
 */
function scaleToOne(matrix: readonly Float64Array[]): number {
  let largest = 0;
  for (const row of matrix) {
    for (const value of row) {
      if (!Number.isFinite(value)) throw new RangeError('The matrix holds a value that is not finite.');
      largest = Math.max(largest, Math.abs(value));
    }
  }
  if (largest === 0) return 1;
  for (const row of matrix) {
    for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) / largest;
  }
  return largest;
}

/** One implicit QL step on the unreduced block from `low` to `high`. */
function rotate(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  vectors: readonly Float64Array[] | undefined,
  low: number,
  high: number,
): void {
  const first = diagonal[low] as number;
  const coupling = offDiagonal[low] as number;
  const ratio = ((diagonal[low + 1] as number) - first) / (2 * coupling);
  const root = Math.sqrt(ratio * ratio + 1);
  let g = (diagonal[high] as number) - first + coupling / (ratio + (ratio >= 0 ? root : -root));
  let sine = 1;
  let cosine = 1;
  let shift = 0;
  for (let i = high - 1; i >= low; i--) {
    const f = sine * (offDiagonal[i] as number);
    const b = cosine * (offDiagonal[i] as number);
    const length = Math.sqrt(f * f + g * g);
    offDiagonal[i + 1] = length;
    if (length === 0) {
      // The block has come apart before its lower end; the next step goes on with the smaller block.
      diagonal[i + 1] = (diagonal[i + 1] as number) - shift;
      offDiagonal[high] = 0;
      return;
    }
    sine = f / length;
    cosine = g / length;
    const next = (diagonal[i + 1] as number) - shift;
    const mixed = ((diagonal[i] as number) - next) * sine + 2 * cosine * b;
    shift = sine * mixed;
    diagonal[i + 1] = next + shift;
    g = cosine * mixed - b;
    if (vectors) rotateVectors(vectors[i] as Float64Array, vectors[i + 1] as Float64Array, sine, cosine);
  }
  diagonal[low] = (diagonal[low] as number) - shift;
  offDiagonal[low] = g;
  offDiagonal[high] = 0;
}

function rotateVectors(lower: Float64Array, upper: Float64Array, sine: number, cosine: number): void {
  for (let k = 0; k < lower.length; k++) {
    const a = lower[k] as number;
    const b = upper[k] as number;
    upper[k] = sine * a + cosine * b;
    lower[k] = cosine * a - sine * b;
  }
}
