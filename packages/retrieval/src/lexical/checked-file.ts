import { crc32 } from 'node:zlib';
import { indexCorrupt, type ReadableFile, separateBuffer } from '@cubo/library';
import { pageBytes } from './checked-writer.ts';
import type { FilePages } from './page-cache.ts';

/** A file whose pages are verified as they are read. */
export interface CheckedFile {
  /** Exactly `length` bytes; `CUBO_INDEX_CORRUPT` if they are not what was written, or lie beyond the checked part. */
  read(position: number, length: number): Uint8Array<ArrayBuffer>;
  /** The same, but valid only until the next call, for this or another file: mostly without a copy. */
  glance(position: number, length: number): Uint8Array;
  /** The same without even a view: gives where in `seen` the bytes begin. */
  look(position: number, length: number): number;
  readonly seen: Uint8Array;
}

/**
 * Reads the first `bytes` bytes of a file, of which `checksums` has a CRC-32 for each page; what it has read is looked for
 * in `pages` first.
 */
export function checkedFile(
  file: ReadableFile,
  { bytes, checksums, pages }: { bytes: number; checksums: Uint32Array; pages: FilePages },
): CheckedFile {
  function page(index: number): Uint8Array {
    return (
      pages.get(index) ??
      pages.add(index, (content) => {
        const start = index * pageBytes;
        const inFile = content.subarray(0, Math.min(pageBytes, bytes - start));
        file.readSync(start, inFile.length, inFile);
        if (crc32(inFile) !== checksums[index]) {
          throw indexCorrupt(file.path, `does not match its checksum at byte ${start}`);
        }
      })
    );
  }

  function read(position: number, length: number): Uint8Array<ArrayBuffer> {
    check(position, length);
    const result = new Uint8Array(separateBuffer(length), 0, length);
    for (let done = 0; done < length; ) {
      const from = position + done;
      const content = page(Math.floor(from / pageBytes));
      const offset = from % pageBytes;
      const part = content.subarray(offset, offset + length - done);
      result.set(part, done);
      done += part.length;
    }
    return result;
  }

  function check(position: number, length: number): void {
    if (position >= 0 && length >= 0 && position + length <= bytes) return;
    throw indexCorrupt(file.path, `refers to bytes ${position} to ${position + length}, which it does not have`);
  }

  const checked = {
    read,
    seen: noBytes,
    look(position: number, length: number): number {
      const first = Math.floor(position / pageBytes);
      const offset = position - first * pageBytes;
      if (length === 0 || offset + length > pageBytes) {
        checked.seen = read(position, length);
        return 0;
      }
      check(position, length);
      checked.seen = page(first);
      return offset;
    },
    glance(position: number, length: number): Uint8Array {
      const from = checked.look(position, length);
      return checked.seen.subarray(from, from + length);
    },
  } satisfies CheckedFile;
  return checked;
}

const noBytes: Uint8Array = new Uint8Array();
