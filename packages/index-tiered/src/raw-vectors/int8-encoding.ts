import type { RecordEncoding } from './record-encoding.ts';

/**
 * A little-endian float32 scale, then one int8 for each component, which is `scale × int8`. The scale is the largest
 * magnitude divided by 127, or 0 for the zero vector.
 */
export const int8Encoding: RecordEncoding = {
  name: 'int8',
  code: 1,
  bytes: (dimensions) => 4 + dimensions,
  write(records, start, vector) {
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    const scale = Math.fround(largest / 127);
    new DataView(records.buffer, records.byteOffset + start, 4).setFloat32(0, scale, true);
    for (let i = 0; i < vector.length; i++) {
      // Among the subnormal numbers a scale may be rounded down by a third, which would carry a component beyond an int8.
      const component = scale === 0 ? 0 : Math.round((vector[i] as number) / scale);
      records[start + 4 + i] = Math.max(-127, Math.min(127, component));
    }
  },
  read(records, start, vector) {
    const scale = new DataView(records.buffer, records.byteOffset + start, 4).getFloat32(0, true);
    for (let i = 0; i < vector.length; i++) vector[i] = scale * (((records[start + 4 + i] as number) << 24) >> 24);
  },
};
