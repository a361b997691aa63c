import { crc32 } from 'node:zlib';

/** Bytes that one checksum covers. */
export const pageBytes = 8192;
const outputBytes = 1 << 18;

/** Writes a stream of bytes and keeps a CRC-32 of each page of it. */
export interface CheckedWriter {
  /** Bytes written so far. */
  readonly position: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the last page; what is written from now on has no checksum. */
  checksums(): Uint32Array;
  /** Hands the rest to the file. */
  finish(): Promise<void>;
}

/** Creates a {@link CheckedWriter} in front of a file. */
export function checkedWriter(file: { write(bytes: Uint8Array): Promise<void> }): CheckedWriter {
  const output = new Uint8Array(outputBytes);
  const checksums: number[] = [];
  let used = 0;
  let position = 0;
  let checksum = 0;
  let inPage = 0;

  async function drain(): Promise<void> {
    if (used > 0) await file.write(output.subarray(0, used));
    used = 0;
  }

  return {
    get position() {
      return position;
    },
    async write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const length = Math.min(bytes.length - from, pageBytes - inPage, outputBytes - used);
        const part = bytes.subarray(from, from + length);
        checksum = crc32(part, checksum);
        output.set(part, used);
        from += length;
        used += length;
        position += length;
        inPage += length;
        if (inPage === pageBytes) completePage();
        if (used === outputBytes) await drain();
      }
    },
    checksums() {
      if (inPage > 0) completePage();
      return Uint32Array.from(checksums);
    },
    finish: drain,
  };

  function completePage(): void {
    checksums.push(checksum);
    checksum = 0;
    inPage = 0;
  }
}
