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
/** As many blocks as the arrays of a directory weigh, however short they are. */
const blocksOfArrays = 32;
const longestNumber = 8;

/** The directories of the terms of a segment. */
export interface BlockDirectories {
  /** Reads the directory of a list. */
  read: PostingsFile['directory'];
  /** The same, from memory where it is among those that were looked up last. */
  lookUp: PostingsFile['directory'];
}

/** Opens the directories of a segment of `size` chunks. */
export function blockDirectories(
  file: CheckedFile,
  format: { size: number; occurrences: boolean; fail: (reason: string) => Error },
): BlockDirectories {
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

  function lookUp(place: PostingsPlace): Found {
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
  }

  return { read, lookUp };
}

function weightOf({ directory }: Found): number {
  return directory.blocks + blocksOfArrays;
}
