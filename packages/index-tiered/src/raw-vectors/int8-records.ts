/**
 * A vector as it is kept: a little-endian float32 scale, then one int8 for each component, which is `scale × int8`. The
 * scale is the largest magnitude divided by 127, or 0 for the zero vector.
 */
export interface Int8Records {
  readonly dimensions: number;
  readonly view: DataView;
  readonly bytes: Int8Array;
}

/** Bytes of one record. */
export function recordBytes(dimensions: number): number {
  return 4 + dimensions;
}

/** Reads records where they lie. */
export function int8Records(bytes: Uint8Array, dimensions: number): Int8Records {
  return {
    dimensions,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
}

/** Writes a vector as record number `row`. */
export function writeRecord(records: Int8Records, row: number, vector: Float32Array): void {
  const { view, bytes, dimensions } = records;
  let largest = 0;
  for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
  const scale = Math.fround(largest / 127);
  const start = row * recordBytes(dimensions);
  view.setFloat32(start, scale, true);
  for (let i = 0; i < dimensions; i++) {
    // Among the subnormal numbers a scale may be rounded down by a third, which would carry a component beyond an int8.
    const component = scale === 0 ? 0 : Math.round((vector[i] as number) / scale);
    bytes[start + 4 + i] = Math.max(-127, Math.min(127, component));
  }
}

/** The vector of record number `row`. Written again, it gives the same components, and scores that are the same to 1e-7. */
export function readRecord(records: Int8Records, row: number): Float32Array {
  const { view, bytes, dimensions } = records;
  const start = row * recordBytes(dimensions);
  const scale = view.getFloat32(start, true);
  return Float32Array.from({ length: dimensions }, (_, i) => scale * (bytes[start + 4 + i] as number));
}

/** Inner product of record number `row` and a query of the same dimensions. */
export function scoreRecord(records: Int8Records, row: number, query: Float64Array): number {
  const { view, bytes, dimensions } = records;
  const start = row * (4 + dimensions);
  const first = start + 4;
  const whole = dimensions - (dimensions % 4);
  // Four sums, so that an addition need not wait for the one before it.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < whole; i += 4) {
    a += (bytes[first + i] as number) * (query[i] as number);
    b += (bytes[first + i + 1] as number) * (query[i + 1] as number);
    c += (bytes[first + i + 2] as number) * (query[i + 2] as number);
    d += (bytes[first + i + 3] as number) * (query[i + 3] as number);
  }
  for (let i = whole; i < dimensions; i++) a += (bytes[first + i] as number) * (query[i] as number);
  return (a + b + c + d) * view.getFloat32(start, true);
}
