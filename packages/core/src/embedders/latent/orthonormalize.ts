import type { Pacer } from './pacer.ts';
import {
  createPaddedMatrix,
  gramMatrix,
  multiplyInPlace,
  type PaddedMatrix,
  type PanelMatrix,
} from './panel-matrix.ts';

/** Share of a column's squared length below which it counts as a combination of the columns before it. */
const dependenceTolerance = 1e-10;

/**
 * Turns a matrix into an orthonormal basis of its column space by Cholesky QR: `matrix · R⁻¹` where
 * `matrixᵀ matrix = Rᵀ R`. Columns that depend on earlier ones are left out, so the result may be narrower. One pass is
 * orthonormal to about 1e-6 in the worst case; a second pass over its result makes it so to rounding (Yamamoto et al.
 * 2015, CholeskyQR2).
 *
 * @param matrix is overwritten: the result lies in its panels
 */
export async function orthonormalize(matrix: PanelMatrix, pacer: Pacer): Promise<PanelMatrix> {
  const gram = await gramMatrix(matrix, pacer);
  return multiplyInPlace(matrix, await inverseCholesky(gram, pacer), pacer);
}

/** The matrix `M`, upper triangular but for left-out rows, for which `Mᵀ · gram · M` is the identity. */
async function inverseCholesky(gram: PaddedMatrix, pacer: Pacer): Promise<PaddedMatrix> {
  const { columns, stride, values } = gram;
  // The Gram matrix is scaled to a unit diagonal first, so that the tolerance does not depend on the columns' lengths.
  const scales = new Float64Array(columns);
  for (let i = 0; i < columns; i++) {
    const square = values[i * stride + i] as number;
    scales[i] = square > 0 ? 1 / Math.sqrt(square) : 0;
  }
  const kept: number[] = [];
  const factor: Float64Array[] = [];
  for (let i = 0; i < columns; i++) {
    const row = new Float64Array(kept.length + 1);
    let remainder = scales[i] === 0 ? 0 : 1;
    for (const [j, column] of kept.entries()) {
      const other = factor[j] as Float64Array;
      let sum = (values[i * stride + column] as number) * (scales[i] as number) * (scales[column] as number);
      for (let k = 0; k < j; k++) sum -= (row[k] as number) * (other[k] as number);
      const entry = sum / (other[j] as number);
      row[j] = entry;
      remainder -= entry * entry;
    }
    if (remainder > dependenceTolerance) {
      row[kept.length] = Math.sqrt(remainder);
      factor.push(row);
      kept.push(i);
    }
    if (pacer.due()) await pacer.rest();
  }
  const inverse = createPaddedMatrix(columns);
  for (let j = 0; j < kept.length; j++) {
    const column = solveUpper(factor, j);
    for (const [i, value] of column.entries()) {
      const row = kept[i] as number;
      inverse.values[row * inverse.stride + j] = value * (scales[row] as number);
    }
    if (pacer.due()) await pacer.rest();
  }
  return { ...inverse, columns: kept.length };
}

/** Column `j` of the inverse of the transposed factor: its entries 0 to `j`, the others are zero. */
function solveUpper(factor: readonly Float64Array[], j: number): Float64Array {
  const solution = new Float64Array(j + 1);
  solution[j] = 1;
  for (let i = j; i >= 0; i--) {
    const row = factor[i] as Float64Array;
    const value = (solution[i] as number) / (row[i] as number);
    solution[i] = value;
    for (let k = 0; k < i; k++) solution[k] = (solution[k] as number) - value * (row[k] as number);
  }
  return solution;
}
