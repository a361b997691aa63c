import { crc32 } from 'node:zlib';
import { indexCorrupt, type ReadableFile } from '@cubo/library';
import { pageBytes } from './checked-writer.ts';

const cachedPages = 64;

/** A file whose pages are verified as they are read; the last ones used stay in memory. */
export interface CheckedFile {
  /** Exactly `length` bytes; `CUBO_INDEX_CORRUPT` if they are not what was written, or lie beyond the checked part. */
  read(position: number, length: number): Uint8Array;
}

/** Reads the first `bytes` bytes of a file, of which `checksums` has a CRC-32 for each page. */
export function checkedFile(file: ReadableFile, bytes: number, checksums: Uint32Array): CheckedFile {
  const pages = new Map<number, Uint8Array>();

  function page(index: number): Uint8Array {
    let content = pages.get(index);
    if (content !== undefined) {
      pages.delete(index);
    } else {
      const start = index * pageBytes;
      content = file.readSync(start, Math.min(pageBytes, bytes - start));
      if (crc32(content) !== checksums[index])
        throw indexCorrupt(file.path, `does not match its checksum at byte ${start}`);
      if (pages.size >= cachedPages) for (const oldest of pages.keys()) if (pages.delete(oldest)) break;
    }
    pages.set(index, content);
    return content;
  }

  return {
    read(position, length) {
      if (position < 0 || length < 0 || position + length > bytes) {
        throw indexCorrupt(file.path, `refers to bytes ${position} to ${position + length}, which it does not have`);
      }
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
