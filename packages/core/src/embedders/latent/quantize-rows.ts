import type { Pacer } from './pacer.ts';

/** Rows of numbers in eight bits each: number = `scales[row] · codes[row · width + column]`. */
export interface QuantizedRows {
  readonly width: number;
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/** Quantizes each row to the integers from -127 to 127, its largest absolute value being 127. */
export async function quantizeRows(
  values: Float32Array,
  shape: { rows: number; width: number },
  pacer: Pacer,
): Promise<QuantizedRows> {
  const { rows, width } = shape;
  const scales = new Float32Array(rows);
  const codes = new Int8Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const start = row * width;
    let largest = 0;
    for (let i = start; i < start + width; i++) largest = Math.max(largest, Math.abs(values[i] as number));
    const scale = Math.fround(largest / 127);
    if (scale > 0) {
      scales[row] = scale;
      for (let i = start; i < start + width; i++) {
        codes[i] = Math.max(-127, Math.min(127, Math.round((values[i] as number) / scale)));
      }
    }
    if ((row & 63) === 0 && pacer.due()) await pacer.rest();
  }
  return { width, scales, codes };
}
