import { separateBuffer } from '@cubo/library';
import type { Pacer } from './pacer.ts';
import { panelWidth } from './panel-matrix.ts';

/**
 * A matrix that is mostly zero, in compressed sparse row form: row `i` has the entries `offsets[i]` to `offsets[i +
 * 1]`.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** `rows + 1` positions in `indices` and `values`. */
  readonly offsets: Uint32Array;
  /** Column of each entry. */
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/** Room for the entries of a sparse matrix. */
export function createEntries(count: number): Pick<SparseMatrix, 'indices' | 'values'> {
  const buffer = separateBuffer(8 * count);
  return { indices: new Uint32Array(buffer, 0, count), values: new Float32Array(buffer, 4 * count, count) };
}

/** The transposed matrix; the entries of each of its rows ascend by column. */
export async function transposeSparse(matrix: SparseMatrix, pacer: Pacer): Promise<SparseMatrix> {
  const { rows, columns } = matrix;
  const offsets = new Uint32Array(columns + 1);
  for (const column of matrix.indices) offsets[column + 1] = (offsets[column + 1] as number) + 1;
  for (let i = 0; i < columns; i++) offsets[i + 1] = (offsets[i + 1] as number) + (offsets[i] as number);
  const next = offsets.slice(0, columns);
  const { indices, values } = createEntries(matrix.indices.length);
  for (let row = 0; row < rows; row++) {
    const end = matrix.offsets[row + 1] as number;
    for (let entry = matrix.offsets[row] as number; entry < end; entry++) {
      const column = matrix.indices[entry] as number;
      const position = next[column] as number;
      next[column] = position + 1;
      indices[position] = row;
      values[position] = matrix.values[entry] as number;
    }
    if (pacer.due()) await pacer.rest();
  }
  return { rows: columns, columns: rows, offsets, indices, values };
}

/** Entries multiplied between two looks at the clock: well under a millisecond of work. */
const entriesPerStep = 32_768;

/** `output = matrix · input` for one dense panel (see `PanelMatrix`): `columns × 8` in, `rows × 8` out. */
export async function multiplySparse(
  matrix: SparseMatrix,
  input: Float64Array,
  output: Float64Array,
  pacer: Pacer,
): Promise<void> {
  for (let from = 0; from < matrix.rows; ) {
    const limit = (matrix.offsets[from] as number) + entriesPerStep;
    let to = from + 1;
    while (to < matrix.rows && (matrix.offsets[to + 1] as number) <= limit) to++;
    multiplyRows(matrix, input, output, from, to);
    from = to;
    if (pacer.due()) await pacer.rest();
  }
}

/** Eight sums in registers for each row: the dense operand is read by whole cache lines and the output written once. */
function multiplyRows(matrix: SparseMatrix, input: Float64Array, output: Float64Array, from: number, to: number): void {
  const { offsets, indices, values } = matrix;
  for (let row = from; row < to; row++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let s6 = 0;
    let s7 = 0;
    const end = offsets[row + 1] as number;
    for (let entry = offsets[row] as number; entry < end; entry++) {
      const value = values[entry] as number;
      const at = (indices[entry] as number) * panelWidth;
      s0 += value * (input[at] as number);
      s1 += value * (input[at + 1] as number);
      s2 += value * (input[at + 2] as number);
      s3 += value * (input[at + 3] as number);
      s4 += value * (input[at + 4] as number);
      s5 += value * (input[at + 5] as number);
      s6 += value * (input[at + 6] as number);
      s7 += value * (input[at + 7] as number);
    }
    const at = row * panelWidth;
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
