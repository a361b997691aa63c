import type { RecordEncoding } from './record-encoding.ts';

/**
 * A little-endian float32 scale, then one int8 for each component, which is `scale × int8`. Components are rounded in
 * steps of the largest magnitude divided by 127; the scale is then chosen so that the inner product of the vector with
 * what is kept of it is its squared length: rounding shortens or lengthens a vector, and would rank it too low or too
 * high. The zero vector has scale 0.
 */
export const int8Encoding: RecordEncoding = {
  name: 'int8',
  code: 1,
  bytes: (dimensions) => 4 + dimensions,
  write(records, start, vector) {
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    const step = Math.fround(largest / 127);
    let squares = 0;
    let product = 0;
    for (let i = 0; i < vector.length; i++) {
      const value = vector[i] as number;
      // Among the subnormal numbers a step may be rounded down by a third, which would carry a component beyond an int8.
      const component = step === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(value / step)));
      records[start + 4 + i] = component;
      squares += value * value;
      product += value * component;
    }
    const scale = Math.fround(squares / product);
    const isSound = scale > 0 && scale < Number.POSITIVE_INFINITY;
    new DataView(records.buffer, records.byteOffset + start, 4).setFloat32(0, isSound ? scale : step, true);
  },
  read(records, start, vector) {
    const scale = new DataView(records.buffer, records.byteOffset + start, 4).getFloat32(0, true);
    for (let i = 0; i < vector.length; i++) vector[i] = scale * (((records[start + 4 + i] as number) << 24) >> 24);
  },
};
