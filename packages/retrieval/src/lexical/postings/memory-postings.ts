import { blockPostings } from './bit-packing.ts';
import type { BlockOccurrences } from './occurrences.ts';
import { type PostingsCursor, type PostingsRoom, postingsRoom } from './postings-cursor.ts';

/** Postings that are all in memory, by ascending position. */
export interface PostingsList {
  readonly positions: ArrayLike<number>;
  readonly frequencies: ArrayLike<number>;
  /** Where their words stand, for a block of postings: those from an index on, as many as there are. */
  readonly occurrences?: ((from: number, count: number) => BlockOccurrences) | undefined;
}

/** Reads a list of postings in memory. */
export function memoryPostings(
  { positions: all, frequencies: allFrequencies, occurrences }: PostingsList,
  room: PostingsRoom = postingsRoom(),
): PostingsCursor {
  const { positions, frequencies } = room;
  let block: BlockOccurrences | undefined;
  const cursor = {
    positions,
    frequencies,
    count: 0,
    before: 0,
    at: 0,
    seek,
    nextBlock,
    occurrences: blockOccurrences,
    // Nothing is known beforehand, and nothing is worth more than 1.
    bound: () => 1,
  } satisfies PostingsCursor;

  function nextBlock(): boolean {
    cursor.before += cursor.count;
    cursor.count = Math.max(0, Math.min(blockPostings, all.length - cursor.before));
    cursor.at = 0;
    block = undefined;
    for (let i = 0; i < cursor.count; i++) {
      positions[i] = all[cursor.before + i] as number;
      frequencies[i] = allFrequencies[cursor.before + i] as number;
    }
    return cursor.count > 0;
  }

  function blockOccurrences(): BlockOccurrences | undefined {
    if (cursor.count > 0) block ??= occurrences?.(cursor.before, cursor.count);
    return block;
  }

  function seek(position: number): boolean {
    do {
      while (cursor.at < cursor.count) {
        if ((positions[cursor.at] as number) >= position) return true;
        cursor.at++;
      }
    } while (nextBlock());
    return false;
  }

  return cursor;
}
