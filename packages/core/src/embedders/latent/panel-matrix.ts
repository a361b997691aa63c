import { separateBuffer } from '@cubo/library';
import type { Pacer } from './pacer.ts';

/** Columns of one panel: one cache line of float64. */
export const panelWidth = 8;

/** Rows handled at a time, so that the panels in use stay in the processor's cache. */
const blockRows = 256;

/**
 * A tall dense matrix, cut into panels of eight columns. Each panel is row-major (`rows × 8`), so that products with a
 * sparse matrix and among panels run over contiguous memory. Columns beyond `columns` in the last panel are zero.
 */
export interface PanelMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly panels: readonly Float64Array[];
}

/** Writes `A · source` to the target, a panel each, for a symmetric `A` without negative eigenvalues. */
export type SymmetricOperator = (source: Float64Array, target: Float64Array) => Promise<void>;

/** A small dense matrix, row-major, both sides rounded up to whole panels; what lies beyond its columns is zero. */
export interface PaddedMatrix {
  readonly columns: number;
  /** Numbers from one row to the next. */
  readonly stride: number;
  readonly values: Float64Array;
}

/** Makes a matrix of zeros. */
export function createPanelMatrix(rows: number, columns: number): PanelMatrix {
  const count = Math.ceil(columns / panelWidth);
  const size = rows * panelWidth;
  const values = new Float64Array(separateBuffer(8 * count * size));
  return {
    rows,
    columns,
    panels: Array.from({ length: count }, (_, i) => values.subarray(i * size, (i + 1) * size)),
  };
}

/** Makes a square matrix of zeros that is padded to whole panels. */
export function createPaddedMatrix(columns: number): PaddedMatrix {
  const stride = Math.ceil(columns / panelWidth) * panelWidth;
  return { columns, stride, values: new Float64Array(stride * stride) };
}

/** The rows of a square matrix, without its padding. */
export function squareRows({ columns, stride, values }: PaddedMatrix): Float64Array[] {
  return Array.from({ length: columns }, (_, i) => values.slice(i * stride, i * stride + columns));
}

/** `matrixᵀ · matrix`. */
export async function gramMatrix(matrix: PanelMatrix, pacer: Pacer): Promise<PaddedMatrix> {
  const { rows, columns, panels } = matrix;
  const product = createPaddedMatrix(columns);
  for (let from = 0; from < rows; from += blockRows) {
    const to = Math.min(rows, from + blockRows);
    for (const [j, right] of panels.entries()) {
      addBelowDiagonal(matrix, right, j, from, to, product);
      if (pacer.due()) await pacer.rest();
    }
  }
  mirrorLowerHalf(product);
  return product;
}

/**
 * `basisᵀ · A · basis` for a symmetric `A`. Only one panel of `A · basis` is held at a time: it is given to `take`, which may
 * overwrite the panel of the basis that it was made from, and is done with when that returns.
 */
export async function projectOperator(
  basis: PanelMatrix,
  operator: SymmetricOperator,
  pacer: Pacer,
  take: (image: Float64Array, panel: Float64Array) => void = () => {},
): Promise<PaddedMatrix> {
  const { rows, columns, panels } = basis;
  const product = createPaddedMatrix(columns);
  const image = new Float64Array(rows * panelWidth);
  for (const [j, panel] of panels.entries()) {
    await operator(panel, image);
    for (let from = 0; from < rows; from += blockRows) {
      addBelowDiagonal(basis, image, j, from, Math.min(rows, from + blockRows), product);
      if (pacer.due()) await pacer.rest();
    }
    take(image, panel);
  }
  mirrorLowerHalf(product);
  return product;
}

/** Adds `aᵀ · right` over some rows to the panel `j` of a product, from the diagonal down. */
function addBelowDiagonal(
  a: PanelMatrix,
  right: Float64Array,
  j: number,
  from: number,
  to: number,
  { values, stride }: PaddedMatrix,
): void {
  for (let i = j; i < a.panels.length; i++) {
    addPanelProduct(a.panels[i] as Float64Array, right, from, to, values, stride, i * panelWidth, j * panelWidth);
  }
}

function mirrorLowerHalf({ values, stride }: PaddedMatrix): void {
  for (let row = 0; row < stride; row++) {
    for (let column = 0; column < row; column++) {
      values[column * stride + row] = values[row * stride + column] as number;
    }
  }
}

/** `source · matrix`, in the place of the source; blocks of zeros in the matrix cost nothing. */
export async function multiplyInPlace(source: PanelMatrix, matrix: PaddedMatrix, pacer: Pacer): Promise<PanelMatrix> {
  const { rows } = source;
  const panels = source.panels.slice(0, Math.ceil(matrix.columns / panelWidth));
  const block = createPanelMatrix(Math.min(blockRows, rows), source.columns).panels;
  for (let from = 0; from < rows; from += blockRows) {
    const to = Math.min(rows, from + blockRows);
    const [start, end] = [from * panelWidth, to * panelWidth];
    for (const [i, panel] of source.panels.entries()) (block[i] as Float64Array).set(panel.subarray(start, end));
    for (const [j, panel] of panels.entries()) {
      const output = panel.subarray(start, end).fill(0);
      for (const [i, input] of block.entries()) {
        const corner = i * panelWidth * matrix.stride + j * panelWidth;
        if (!isZeroBlock(matrix, corner))
          addPanelMultiple(input, to - from, matrix.values, matrix.stride, corner, output);
      }
      if (pacer.due()) await pacer.rest();
    }
  }
  return { rows, columns: matrix.columns, panels };
}

function isZeroBlock(matrix: PaddedMatrix, corner: number): boolean {
  for (let row = 0; row < panelWidth; row++) {
    for (let column = 0; column < panelWidth; column++) {
      if (matrix.values[corner + row * matrix.stride + column] !== 0) return false;
    }
  }
  return true;
}

/** Adds `aᵀ · b` over some rows to an 8 × 8 block: two by four sums at a time, which still fit the registers. */
function addPanelProduct(
  a: Float64Array,
  b: Float64Array,
  from: number,
  to: number,
  sums: Float64Array,
  stride: number,
  row: number,
  column: number,
): void {
  const end = to * panelWidth;
  for (let i = 0; i < panelWidth; i += 2) {
    for (let j = 0; j < panelWidth; j += 4) {
      let s00 = 0;
      let s01 = 0;
      let s02 = 0;
      let s03 = 0;
      let s10 = 0;
      let s11 = 0;
      let s12 = 0;
      let s13 = 0;
      for (let at = from * panelWidth; at < end; at += panelWidth) {
        const a0 = a[at + i] as number;
        const a1 = a[at + i + 1] as number;
        const b0 = b[at + j] as number;
        const b1 = b[at + j + 1] as number;
        const b2 = b[at + j + 2] as number;
        const b3 = b[at + j + 3] as number;
        s00 += a0 * b0;
        s01 += a0 * b1;
        s02 += a0 * b2;
        s03 += a0 * b3;
        s10 += a1 * b0;
        s11 += a1 * b1;
        s12 += a1 * b2;
        s13 += a1 * b3;
      }
      const first = (row + i) * stride + column + j;
      const second = first + stride;
      sums[first] = (sums[first] as number) + s00;
      sums[first + 1] = (sums[first + 1] as number) + s01;
      sums[first + 2] = (sums[first + 2] as number) + s02;
      sums[first + 3] = (sums[first + 3] as number) + s03;
      sums[second] = (sums[second] as number) + s10;
      sums[second + 1] = (sums[second + 1] as number) + s11;
      sums[second + 2] = (sums[second + 2] as number) + s12;
      sums[second + 3] = (sums[second + 3] as number) + s13;
    }
  }
}

/** Adds `input · block` over the first rows to a panel, where the 8 × 8 block starts at `corner` of a matrix. */
function addPanelMultiple(
  input: Float64Array,
  rows: number,
  matrix: Float64Array,
  stride: number,
  corner: number,
  output: Float64Array,
): void {
  const end = rows * panelWidth;
  for (let at = 0; at < end; at += panelWidth) {
    let s0 = output[at] as number;
    let s1 = output[at + 1] as number;
    let s2 = output[at + 2] as number;
    let s3 = output[at + 3] as number;
    let s4 = output[at + 4] as number;
    let s5 = output[at + 5] as number;
    let s6 = output[at + 6] as number;
    let s7 = output[at + 7] as number;
    let cell = corner;
    for (let i = 0; i < panelWidth; i++, cell += stride) {
      const value = input[at + i] as number;
      s0 += value * (matrix[cell] as number);
      s1 += value * (matrix[cell + 1] as number);
      s2 += value * (matrix[cell + 2] as number);
      s3 += value * (matrix[cell + 3] as number);
      s4 += value * (matrix[cell + 4] as number);
      s5 += value * (matrix[cell + 5] as number);
      s6 += value * (matrix[cell + 6] as number);
      s7 += value * (matrix[cell + 7] as number);
    }
    output[at] = s0;
    output[at + 1] = s1;
    output[at + 2] = s2;
    output[at + 3] = s3;
    output[at + 4] = s4;
    output[at + 5] = s5;
    output[at + 6] = s6;
    output[at + 7] = s7;
  }
}
