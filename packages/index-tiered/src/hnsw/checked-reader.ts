import { crc32 } from 'node:zlib';
import type { ReadableFile } from '@cubo/library';

/** The most bytes that are read at once: a whole number of numbers of any width. */
const pieceBytes = 2 ** 18;

/** Reads a file from its beginning on, and keeps the checksum of what it has read. */
export interface CheckedReader {
  /** Calls `take` with the next `length` bytes, in pieces of whole numbers. */
  read(length: number, take: (view: DataView) => void): Promise<void>;
  /** CRC-32 of what was read so far. */
  checksum(): number;
}

/** Makes a reader; whoever calls has checked that what is read lies within the file. */
export function checkedReader(file: ReadableFile, signal: AbortSignal | undefined): CheckedReader {
  let position = 0;
  let checksum = 0;
  return {
    async read(length, take) {
      for (const end = position + length; position < end; ) {
        signal?.throwIfAborted();
        const bytes = await file.read(position, Math.min(pieceBytes, end - position));
        checksum = crc32(bytes, checksum);
        position += bytes.length;
        take(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      }
    },
    checksum: () => checksum,
  };
}
