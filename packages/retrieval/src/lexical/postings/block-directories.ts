import { byteReader } from '../byte-reader.ts';
import type { CheckedFile } from '../checked-file.ts';
import { blockPostings } from './bit-packing.ts';
import { decodeBlockDirectory } from './block-directory.ts';
import type { PostingsFile, PostingsPlace } from './file-postings.ts';

type Found = ReturnType<PostingsFile['directory']>;

/**
 * Blocks whose directories stay in memory, 22 to 78 bytes each by the number of their impacts: those of frequent terms,
 * which most queries have.
 */
const keptBlocks = 1 << 16;
/** As many blocks as the arrays of a directory weigh, however short they are. */
const blocksOfArrays = 32;
const longestNumber = 8;

/** Reads the directories of the terms of a segment of `size` chunks, and keeps those that were used last. */
export function blockDirectories(
  file: CheckedFile,
  format: { size: number; occurrences: boolean; fail: (reason: string) => Error },
): PostingsFile['directory'] {
  const { fail } = format;
  const kept = new Map<number, Found>();
  let blocks = 0;

  function read(place: PostingsPlace): Found {
    const { bytes, end } = readDirectory(file, place, fail);
    return { directory: decodeBlockDirectory(bytes, Math.floor(place.documents / blockPostings), format), start: end };
  }

  return (place) => {
    let found = kept.get(place.start);
    if (found !== undefined) {
      kept.delete(place.start);
    } else {
      found = read(place);
      blocks += weightOf(found);
    }
    kept.set(place.start, found);
    for (const [oldest, directory] of kept) {
      if (blocks <= keptBlocks || oldest === place.start) break;
      kept.delete(oldest);
      blocks -= weightOf(directory);
    }
    return found;
  };
}

function weightOf({ directory }: Found): number {
  return directory.blocks + blocksOfArrays;
}

/** The bytes of the directory of a list with at least one full block, and where it ends. */
export function readDirectory(
  file: CheckedFile,
  { start, bytes }: PostingsPlace,
  fail: (reason: string) => Error,
): { readonly bytes: Uint8Array; readonly end: number } {
  const head = byteReader(file.read(start, Math.min(bytes, longestNumber)), fail);
  const length = head.varint();
  const from = start + head.position;
  if (from + length > start + bytes) throw fail('has a directory that is longer than its postings');
  return { bytes: file.read(from, length), end: from + length };
}
