import type { Kernels } from '../kernels/kernels.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';

const recordsPerChunk = 1024;

/**
 * The int8 records of a graph's vertices, in the memory of its kernels. Each is kept with the scale at which it is of unit
 * length, as its vector was before it was rounded: by their inner products vertices would otherwise be nearest to those
 * that were rounded up, and among near copies, where rounding matters more than distance, links would all lead there.
 *
 * It grows by chunks, so that nothing is ever moved.
 * Kernels address records by rows from one offset on, so a chunk begins at a whole number of records from the first one,
 * whatever else was reserved in between: the number of a record is not its row, but `recordRow` tells it.
 */
export interface RecordStore {
  readonly kernels: Kernels;
  readonly dimensions: number;
  readonly recordBytes: number;
  /** Where row 0 is. */
  base: number;
  /** Row of the first record of each chunk. */
  readonly firstRows: number[];
  size: number;
  /** Bytes reserved for records. */
  bytes: number;
}

/** Makes a store without records. */
export function recordStore(kernels: Kernels, dimensions: number): RecordStore {
  const recordBytes = int8Encoding.bytes(dimensions);
  return { kernels, dimensions, recordBytes, base: 0, firstRows: [], size: 0, bytes: 0 };
}

/** Makes room for one more record; views of the memory may be detached. Throws `CUBO_MEMORY_EXCEEDED`. */
export function reserveRecord(store: RecordStore): void {
  const { firstRows, recordBytes } = store;
  if (store.size < firstRows.length * recordsPerChunk) return;
  // One record more than a chunk holds: what is lost where it is brought into step.
  const bytes = (recordsPerChunk + 1) * recordBytes;
  const offset = store.kernels.memory.reserve(bytes);
  if (firstRows.length === 0) store.base = offset;
  firstRows.push(Math.ceil((offset - store.base) / recordBytes));
  store.bytes += bytes;
}

/** Adds a record, for which room was made. */
export function addRecord(store: RecordStore, record: Uint8Array): void {
  const kept = recordAt(store, store.size++);
  kept.set(record);
  new DataView(kept.buffer, kept.byteOffset, 4).setFloat32(0, unitScale(record), true);
}

/** Row of record `number`, as kernels count. */
export function recordRow({ firstRows }: RecordStore, number: number): number {
  return (firstRows[Math.floor(number / recordsPerChunk)] as number) + (number % recordsPerChunk);
}

/** The bytes of record `number`; valid until the next reservation. */
export function recordAt(store: RecordStore, number: number): Uint8Array {
  const offset = store.base + recordRow(store, number) * store.recordBytes;
  return store.kernels.memory.bytes(offset, store.recordBytes);
}

/** The scale at which a record is of unit length; 0 for the record of the zero vector. */
export function unitScale(record: Uint8Array): number {
  if (recordScale(record) === 0) return 0;
  let sum = 0;
  for (const component of recordComponents(record)) sum += component * component;
  return sum === 0 ? 0 : Math.fround(1 / Math.sqrt(sum));
}

/** The components of a record. */
export function recordComponents(record: Uint8Array): Int8Array {
  return new Int8Array(record.buffer, record.byteOffset + 4, record.length - 4);
}

/** The scale of a record. */
export function recordScale(record: Uint8Array): number {
  return new DataView(record.buffer, record.byteOffset, 4).getFloat32(0, true);
}

/** Whether a record's scale can be one. */
export function hasValidScale(record: Uint8Array): boolean {
  const scale = recordScale(record);
  return scale >= 0 && scale < Number.POSITIVE_INFINITY;
}
