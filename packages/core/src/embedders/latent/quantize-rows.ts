import { separateBuffer } from '@cubo/library';
import type { Pacer } from './pacer.ts';

/** Rows of numbers in eight bits each: number = `scales[row] · codes[row · width + column]`. */
export interface QuantizedRows {
  readonly width: number;
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/** Some rows of a matrix, row-major. */
export interface RowBlock {
  readonly rows: number;
  readonly values: Float32Array;
}

/**
 * Quantizes each row to the integers from -127 to 127, its largest absolute value being 127. The blocks give all the
 * rows, in order; each is done with before the next is asked for.
 */
export async function quantizeRows(
  blocks: AsyncIterable<RowBlock>,
  shape: { rows: number; width: number },
  pacer: Pacer,
): Promise<QuantizedRows> {
  const { rows, width } = shape;
  const scales = new Float32Array(rows);
  const codes = new Int8Array(separateBuffer(rows * width), 0, rows * width);
  let first = 0;
  for await (const block of blocks) {
    for (let i = 0; i < block.rows; i++) {
      const row = block.values.subarray(i * width, (i + 1) * width);
      scales[first + i] = quantizeRow(row, codes.subarray((first + i) * width));
      if ((i & 63) === 0 && pacer.due()) await pacer.rest();
    }
    first += block.rows;
  }
  return { width, scales, codes };
}

/** Writes the codes of a row and gives its scale, which is 0 for a row of zeros. */
function quantizeRow(row: Float32Array, codes: Int8Array): number {
  let largest = 0;
  for (const value of row) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / 127);
  if (scale === 0) return 0;
  for (let i = 0; i < row.length; i++) {
    codes[i] = Math.max(-127, Math.min(127, Math.round((row[i] as number) / scale)));
  }
  return scale;
}
