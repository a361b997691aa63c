import { blockPostings } from './bit-packing.ts';
import { type PostingsCursor, type PostingsRoom, postingsRoom } from './postings-cursor.ts';

/** Of each posting in memory: position, frequency, and the number of the term's next posting, 0 for none. */
export const postingFields = 3;

/**
 * Goes through a chain of postings in memory, of which the first has the number `first`, as far as they belong to the
 * first `documents` chunks.
 */
export function bufferPostings(
  entries: Int32Array,
  first: number,
  documents: number,
  room: PostingsRoom = postingsRoom(),
): PostingsCursor {
  const { positions, frequencies } = room;
  let following = first;
  const cursor = {
    positions,
    frequencies,
    count: 0,
    before: 0,
    at: 0,
    seek,
    nextBlock,
    bound,
  } satisfies PostingsCursor;

  function nextBlock(): boolean {
    cursor.before += cursor.count;
    cursor.count = 0;
    cursor.at = 0;
    while (cursor.count < blockPostings && following !== 0 && following * postingFields < entries.length) {
      const position = entries[following * postingFields] as number;
      if (position >= documents) break;
      positions[cursor.count] = position;
      frequencies[cursor.count++] = entries[following * postingFields + 1] as number;
      following = entries[following * postingFields + 2] as number;
    }
    return cursor.count > 0;
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

  /** Nothing is known beforehand, and nothing is worth more than 1. */
  function bound(): number {
    return 1;
  }

  return cursor;
}
