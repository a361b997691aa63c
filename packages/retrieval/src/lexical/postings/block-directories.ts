import { byteReader } from '../byte-reader.ts';
import type { CheckedFile } from '../checked-file.ts';
import { blockPostings } from './bit-packing.ts';
import { type BlockDirectory, decodeBlockDirectory } from './block-directory.ts';
import type { PostingsFile, PostingsPlace } from './file-postings.ts';

type Found = ReturnType<PostingsFile['directory']>;

/**
 * Blocks whose directories stay in memory, 22 to 78 bytes each by the number of their impacts: those of frequent terms,
 * which most queries have.
 */
const keptBlocks = 1 << 16;
const longestNumber = 8;

/** Reads the directories of the terms of a segment of `size` chunks, and keeps those that were used last. */
export function blockDirectories(
  file: CheckedFile,
  format: { size: number; occurrences: boolean; fail: (reason: string) => Error },
): PostingsFile['directory'] {
  const { fail } = format;
  const kept = new Map<number, Found>();
  let blocks = 0;

  function read({ start, bytes, documents }: PostingsPlace): Found {
    const head = byteReader(file.read(start, Math.min(bytes, longestNumber)), fail);
    const length = head.varint();
    const from = start + head.position;
    if (from + length > start + bytes) throw fail('has a directory that is longer than its postings');
    const directory: BlockDirectory = decodeBlockDirectory(
      file.read(from, length),
      Math.floor(documents / blockPostings),
      format,
    );
    return { directory, start: from + length };
  }

  return (place) => {
    let found = kept.get(place.start);
    if (found !== undefined) {
      kept.delete(place.start);
    } else {
      found = read(place);
      blocks += found.directory.blocks;
    }
    kept.set(place.start, found);
    for (const [oldest, { directory }] of kept) {
      if (blocks <= keptBlocks || oldest === place.start) break;
      kept.delete(oldest);
      blocks -= directory.blocks;
    }
    return found;
  };
}
