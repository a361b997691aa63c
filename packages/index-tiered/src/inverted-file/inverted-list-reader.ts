import { crc32 } from 'node:zlib';
import { indexCorrupt, type ReadableFile } from '@cubo/library';
import { entryBytes, type InvertedFileHeader, type InvertedList } from './inverted-file.ts';
import { decodeIds } from './list-ids.ts';

/** Reads single lists of an inverted file, each in one read. */
export interface InvertedListReader {
  /**
   * One list. The first time it is compared with its checksum, where the file has a trailer; throws `CUBO_INDEX_CORRUPT`
   * when it does not match, or has an id that is negative or beyond 2⁵³ − 1. Throws a `RangeError` for a list that there
   * is not.
   */
  readList(list: number): Promise<InvertedList>;
  /** The same without leaving the thread. */
  readListSync(list: number): InvertedList;
}

/** Makes the list reader of a file, which has to stay open. `header` is what `readInvertedFileHeader` gave of it. */
export function invertedListReader(file: ReadableFile, header: InvertedFileHeader): InvertedListReader {
  const { lists, parts, sizes, positions, trailer } = header;
  const verified = new Uint8Array(Math.ceil(lists / 8));

  function extent(list: number): [position: number, bytes: number] {
    if (!Number.isInteger(list) || list < 0 || list >= lists) {
      throw new RangeError(`There is no list ${list} among ${lists}.`);
    }
    return [positions[list] as number, (sizes[list] as number) * entryBytes(parts)];
  }

  function decode(list: number, bytes: Uint8Array): InvertedList {
    const bit = 1 << (list & 7);
    if (trailer && ((verified[list >> 3] as number) & bit) === 0) {
      if (crc32(bytes) !== trailer.listChecksums[list]) {
        throw indexCorrupt(file.path, `does not match its checksum in list ${list}`);
      }
      verified[list >> 3] = (verified[list >> 3] as number) | bit;
    }
    const codes = (sizes[list] as number) * parts;
    const ids = decodeIds(bytes.subarray(codes));
    if (ids === undefined) throw indexCorrupt(file.path, `has an impossible id in list ${list}`);
    return { codes: bytes.subarray(0, codes), ids };
  }

  return {
    async readList(list) {
      return decode(list, await file.read(...extent(list)));
    },
    readListSync(list) {
      return decode(list, file.readSync(...extent(list)));
    },
  };
}
