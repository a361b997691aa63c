import { orthonormalize } from './orthonormalize.ts';
import type { Pacer } from './pacer.ts';
import {
  createPaddedMatrix,
  createPanelMatrix,
  multiplyPanels,
  type PaddedMatrix,
  type PanelMatrix,
  panelWidth,
  symmetricProduct,
} from './panel-matrix.ts';
import { createRandomSigns } from './random-signs.ts';
import { multiplySparse, type SparseMatrix, transposeSparse } from './sparse-matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** The largest singular values of a matrix and the right singular vectors that belong to them. */
export interface TruncatedSvd {
  /** How many there are: the number asked for, or the rank of the matrix if that is smaller. */
  readonly rank: number;
  /** Largest first. */
  readonly singularValues: Float64Array;
  /** Row-major, a row of `rank` numbers for each column of the matrix. */
  readonly right: Float32Array;
}

/** How a truncated decomposition is computed. */
export interface TruncatedSvdOptions {
  /** Singular values wanted. */
  readonly rank: number;
  /** Seed of the random projection. */
  readonly seed: number;
  readonly pacer: Pacer;
  /** Power iterations after the projection. Default 3. */
  readonly iterations?: number | undefined;
  /** Columns iterated beyond `rank`, which makes the last ones accurate. Default 16. */
  readonly oversampling?: number | undefined;
}

/** Squared singular values below this share of the largest are rounding errors of a rank that is not there. */
const rankTolerance = 1e-10;

/**
 * Truncated singular value decomposition by randomized subspace iteration (Halko, Martinsson and Tropp 2011, algorithm 4.4)
 * with a Rayleigh–Ritz step. All dense work is done on the side of the rows, of which there are few in a sample of texts
 * with many terms. A matrix with no more rows than the iteration has columns is decomposed exactly.
 */
export async function truncatedSvd(matrix: SparseMatrix, options: TruncatedSvdOptions): Promise<TruncatedSvd> {
  const { pacer, iterations = 3, oversampling = 16 } = options;
  const width = Math.min(matrix.rows, options.rank + oversampling);
  const transposed = await transposeSparse(matrix, pacer);
  const spare = createPanelMatrix(matrix.rows, width);
  const product = new Float64Array(matrix.columns * panelWidth);

  /** `X Xᵀ · source`, written to the target's panels. */
  const applyGram = async (source: PanelMatrix, target: readonly Float64Array[]): Promise<PanelMatrix> => {
    const panels = target.slice(0, source.panels.length);
    for (const [i, panel] of source.panels.entries()) {
      await multiplySparse(transposed, panel, product, pacer);
      await multiplySparse(matrix, product, panels[i] as Float64Array, pacer);
    }
    return { ...source, panels };
  };

  let basis = createPanelMatrix(matrix.rows, width);
  if (width === matrix.rows) {
    for (let i = 0; i < width; i++) {
      (basis.panels[Math.floor(i / panelWidth)] as Float64Array)[i * panelWidth + (i % panelWidth)] = 1;
    }
  } else {
    const fillWithSigns = createRandomSigns(options.seed);
    for (const panel of spare.panels) {
      fillWithSigns(product);
      await multiplySparse(matrix, product, panel, pacer);
    }
    const storage = basis.panels;
    basis = await orthonormalize(spare, storage, pacer);
    for (let i = 0; i < iterations; i++) {
      basis = await orthonormalize(await applyGram(basis, spare.panels), storage, pacer);
    }
    const again = await orthonormalize(basis, spare.panels, pacer);
    return rayleighRitz(again, storage);
  }
  return rayleighRitz(basis, spare.panels);

  async function rayleighRitz(orthonormal: PanelMatrix, storage: readonly Float64Array[]): Promise<TruncatedSvd> {
    const projected = await symmetricProduct(orthonormal, await applyGram(orthonormal, storage), pacer);
    const { values, vectors } = await symmetricEigen(squareRows(projected), pacer);
    const floor = (values[0] ?? 0) * rankTolerance;
    let rank = 0;
    while (rank < options.rank && (values[rank] ?? 0) > floor) rank++;
    const rotation = createPaddedMatrix(orthonormal.columns);
    const singularValues = values.slice(0, rank).map(Math.sqrt);
    for (let j = 0; j < rank; j++) {
      const vector = vectors[j] as Float64Array;
      // U Σ⁻¹, so that one product with Xᵀ gives V.
      for (const [i, value] of vector.entries()) {
        rotation.values[i * rotation.stride + j] = value / (singularValues[j] as number);
      }
    }
    const left = await multiplyPanels(orthonormal, { ...rotation, columns: rank }, storage, pacer);
    const right = new Float32Array(matrix.columns * rank);
    for (const [i, panel] of left.panels.entries()) {
      await multiplySparse(transposed, panel, product, pacer);
      const first = i * panelWidth;
      const count = Math.min(panelWidth, rank - first);
      for (let row = 0; row < matrix.columns; row++) {
        for (let j = 0; j < count; j++) right[row * rank + first + j] = product[row * panelWidth + j] as number;
      }
      if (pacer.due()) await pacer.rest();
    }
    return { rank, singularValues, right };
  }
}

function squareRows(matrix: PaddedMatrix): Float64Array[] {
  return Array.from({ length: matrix.columns }, (_, i) =>
    matrix.values.slice(i * matrix.stride, i * matrix.stride + matrix.columns),
  );
}
