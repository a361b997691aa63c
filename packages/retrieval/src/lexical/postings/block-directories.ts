import { byteReader } from '../byte-reader.ts';
import type { CheckedFile } from '../checked-file.ts';
import { blockPostings } from './bit-packing.ts';
import { type BlockBounds, blockBounds } from './block-bounds.ts';
import { type BlockDirectory, decodeBlockDirectory } from './block-directory.ts';
import type { FileDirectories } from './directory-cache.ts';
import type { PostingsPlace } from './file-postings.ts';
import type { PostingWorth } from './postings-cursor.ts';

/** The directory of a list of postings. */
export interface FoundDirectory {
  readonly directory: BlockDirectory;
  /** Where in the file its blocks begin. */
  readonly start: number;
  /** The bounds of its blocks: the same object for as long as postings are worth the same. */
  bounds(worth: PostingWorth): BlockBounds;
}

const longestNumber = 8;

/** Reads the directories of the terms of a segment of `size` chunks, or finds them in `kept`. */
export function blockDirectories(
  file: CheckedFile,
  kept: FileDirectories,
  format: { size: number; occurrences: boolean; fail: (reason: string) => Error },
): (place: PostingsPlace) => FoundDirectory {
  const { fail } = format;
  function read(place: PostingsPlace): FoundDirectory {
    const { bytes, end } = readDirectory(file, place, fail);
    const directory = decodeBlockDirectory(bytes, Math.floor(place.documents / blockPostings), format);
    let known: BlockBounds | undefined;
    return {
      directory,
      start: end,
      bounds(worth) {
        if (known?.worth !== worth) known = blockBounds(directory, worth);
        return known;
      },
    };
  }

  return (place) => {
    let found = kept.get(place.start);
    if (found === undefined) {
      found = read(place);
      kept.set(place.start, found);
    }
    return found;
  };
}

/** The bytes of the directory of a list with at least one full block, and where it ends. */
export function readDirectory(
  file: CheckedFile,
  { start, bytes }: PostingsPlace,
  fail: (reason: string) => Error,
): { readonly bytes: Uint8Array; readonly end: number } {
  const head = byteReader(file.glance(start, Math.min(bytes, longestNumber)), fail);
  const length = head.varint();
  const from = start + head.position;
  if (from + length > start + bytes) throw fail('has a directory that is longer than its postings');
  return { bytes: file.read(from, length), end: from + length };
}
