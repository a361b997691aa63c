import { float16Encoding } from './float16-encoding.ts';
import { int8Encoding } from './int8-encoding.ts';

/** How vectors are kept: records of one size, one behind the other. */
export interface RecordEncoding {
  readonly name: 'int8' | 'float16';
  /** What stands for it in the header of a file. */
  readonly code: number;
  /** Bytes of a record. */
  bytes(dimensions: number): number;
  /** Writes a vector as the record that begins at `start`. */
  write(records: Uint8Array, start: number, vector: Float32Array): void;
  /** Decodes the record that begins at `start`; written again it gives the same record, or one that scores the same to 1e-7. */
  read(records: Uint8Array, start: number, vector: Float32Array): void;
}

const encodings: readonly RecordEncoding[] = [int8Encoding, float16Encoding];

/** The encoding with a code, if there is one. */
export function encodingByCode(code: number): RecordEncoding | undefined {
  return encodings.find((encoding) => encoding.code === code);
}
