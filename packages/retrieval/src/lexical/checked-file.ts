import { crc32 } from 'node:zlib';
import { indexCorrupt, type ReadableFile } from '@cubo/library';
import { pageBytes } from './checked-writer.ts';
import type { FilePages } from './page-cache.ts';

/** A file whose pages are verified as they are read. */
export interface CheckedFile {
  /** Exactly `length` bytes; `CUBO_INDEX_CORRUPT` if they are not what was written, or lie beyond the checked part. */
  read(position: number, length: number): Uint8Array;
  /** A page as a whole: the bytes from `index * pageBytes` on. The same error. */
  page(index: number): Uint8Array;
}

/**
 * Reads the first `bytes` bytes of a file, of which `checksums` has a CRC-32 for each page; what it has read is looked for
 * in `pages` first.
 */
export function checkedFile(
  file: ReadableFile,
  { bytes, checksums, pages }: { bytes: number; checksums: Uint32Array; pages: FilePages },
): CheckedFile {
  function checkRange(position: number, length: number): void {
    if (position >= 0 && length >= 0 && position + length <= bytes) return;
    throw indexCorrupt(file.path, `refers to bytes ${position} to ${position + length}, which it does not have`);
  }

  function page(index: number): Uint8Array {
    let content = pages.get(index);
    if (content === undefined) {
      const start = index * pageBytes;
      checkRange(start, 1);
      content = file.readSync(start, Math.min(pageBytes, bytes - start));
      if (crc32(content) !== checksums[index])
        throw indexCorrupt(file.path, `does not match its checksum at byte ${start}`);
      pages.set(index, content);
    }
    return content;
  }

  return {
    page,
    read(position, length) {
      checkRange(position, length);
      const first = Math.floor(position / pageBytes);
      const offset = position - first * pageBytes;
      if (offset + length <= pageBytes && length > 0) return page(first).subarray(offset, offset + length);
      const result = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const from = position + done;
        const content = page(Math.floor(from / pageBytes));
        const part = content.subarray(from % pageBytes, (from % pageBytes) + length - done);
        result.set(part, done);
        done += part.length;
      }
      return result;
    },
  };
}
