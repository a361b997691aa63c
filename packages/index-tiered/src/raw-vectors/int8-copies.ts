import { int8Encoding } from './int8-encoding.ts';
import type { VectorShape } from './vector-file.ts';

/** Makes a function that gives records as int8 records: themselves, or copies that the next call overwrites. */
export function int8Copies({ encoding, dimensions }: VectorShape): (records: Uint8Array, count: number) => Uint8Array {
  if (encoding === int8Encoding) return (records) => records;
  const from = encoding.bytes(dimensions);
  const to = int8Encoding.bytes(dimensions);
  const vector = new Float32Array(dimensions);
  let copies = new Uint8Array();
  return (records, count) => {
    if (copies.length < count * to) copies = new Uint8Array(count * to);
    for (let row = 0; row < count; row++) {
      encoding.read(records, row * from, vector);
      int8Encoding.write(copies, row * to, vector);
    }
    return copies;
  };
}
