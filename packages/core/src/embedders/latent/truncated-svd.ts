import { separateBuffer } from '@cubo/library';
import type { Pacer } from './pacer.ts';
import {
  createPaddedMatrix,
  createPanelMatrix,
  multiplyInPlace,
  type PanelMatrix,
  panelWidth,
  projectOperator,
  type SymmetricOperator,
  squareRows,
} from './panel-matrix.ts';
import type { RowBlock } from './quantize-rows.ts';
import { createRandomSigns } from './random-signs.ts';
import { multiplySparse, type SparseMatrix, transposeSparse } from './sparse-matrix.ts';
import { iterateSubspace } from './subspace-iteration.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** The largest singular values of a matrix and the right singular vectors that belong to them. */
export interface TruncatedSvd {
  /** How many there are: the number asked for, or the rank of the matrix if that is smaller. */
  readonly rank: number;
  /** Largest first. */
  readonly singularValues: Float64Array;
  /**
   * The right singular vectors, a row of `rank` numbers for each column of the matrix, in order and some rows at a time:
   * the whole would be the largest matrix of a training. A block is overwritten by the next one.
   */
  rightBlocks(): AsyncIterable<RowBlock>;
}

/** How a truncated decomposition is computed. */
export interface TruncatedSvdOptions {
  /** Singular values wanted. */
  readonly rank: number;
  /** Seed of the random projection. */
  readonly seed: number;
  readonly pacer: Pacer;
  /**
   * Steps of subspace iteration after the projection. Default 6: fewer leave the rankings to the luck of the
   * projection.
   */
  readonly iterations?: number | undefined;
  /** Columns iterated beyond `rank`, which makes the last ones accurate. Default 32. */
  readonly oversampling?: number | undefined;
}

/** Rows of the right singular vectors computed at a time: 2 MB at 256 dimensions. */
const rowsPerBlock = 2048;

/** Squared singular values below this share of the largest are rounding errors of a rank that is not there. */
const rankTolerance = 1e-10;

/**
 * Truncated singular value decomposition by randomized subspace iteration (Halko, Martinsson and Tropp 2011, algorithm
 * 4.4) with a Rayleigh–Ritz step. All dense work is done on the side of the rows, of which there are few in a sample of
 * texts with many terms. A matrix with no more rows than the iteration has columns is decomposed exactly.
 */
export async function truncatedSvd(matrix: SparseMatrix, options: TruncatedSvdOptions): Promise<TruncatedSvd> {
  const { pacer, iterations = 6, oversampling = 32 } = options;
  const width = Math.min(matrix.rows, options.rank + oversampling);
  const transposed = await transposeSparse(matrix, pacer);
  const product = new Float64Array(separateBuffer(8 * matrix.columns * panelWidth), 0, matrix.columns * panelWidth);
  const start = createPanelMatrix(matrix.rows, width);

  const operator: SymmetricOperator = async (source, target) => {
    await multiplySparse(transposed, source, product, pacer);
    await multiplySparse(matrix, product, target, pacer);
  };

  if (width === matrix.rows) {
    for (let i = 0; i < width; i++) {
      (start.panels[Math.floor(i / panelWidth)] as Float64Array)[i * panelWidth + (i % panelWidth)] = 1;
    }
    return decompose(start);
  }
  const fillWithSigns = createRandomSigns(options.seed);
  for (const panel of start.panels) {
    fillWithSigns(product);
    await multiplySparse(matrix, product, panel, pacer);
  }
  return decompose(await iterateSubspace(start, { operator, iterations, pacer }));

  /** The decomposition within the space of an orthonormal basis, which is overwritten. */
  async function decompose(basis: PanelMatrix): Promise<TruncatedSvd> {
    const projected = await projectOperator(basis, operator, pacer);
    const { values, vectors } = await symmetricEigen(squareRows(projected), pacer);
    const floor = (values[0] ?? 0) * rankTolerance;
    let rank = 0;
    while (rank < options.rank && (values[rank] ?? 0) > floor) rank++;
    const singularValues = values.slice(0, rank).map(Math.sqrt);
    // U Σ⁻¹, so that one product with Xᵀ gives V.
    const rotation = createPaddedMatrix(basis.columns);
    for (let j = 0; j < rank; j++) {
      for (const [i, value] of (vectors[j] as Float64Array).entries()) {
        rotation.values[i * rotation.stride + j] = value / (singularValues[j] as number);
      }
    }
    const left = await multiplyInPlace(basis, { ...rotation, columns: rank }, pacer);
    return { rank, singularValues, rightBlocks: () => project(left) };
  }

  /** `Xᵀ · left`, by rows. */
  async function* project(left: PanelMatrix): AsyncGenerator<RowBlock> {
    const rank = left.columns;
    const block = new Float32Array(Math.min(rowsPerBlock, matrix.columns) * rank);
    for (let from = 0; from < matrix.columns; from += rowsPerBlock) {
      const rows = Math.min(rowsPerBlock, matrix.columns - from);
      const slice = { ...transposed, rows, offsets: transposed.offsets.subarray(from, from + rows + 1) };
      for (const [i, panel] of left.panels.entries()) {
        await multiplySparse(slice, panel, product, pacer);
        const start = i * panelWidth;
        const count = Math.min(panelWidth, rank - start);
        for (let row = 0; row < rows; row++) {
          for (let j = 0; j < count; j++) block[row * rank + start + j] = product[row * panelWidth + j] as number;
        }
      }
      yield { rows, values: block.subarray(0, rows * rank) };
    }
  }
}
