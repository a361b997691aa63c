import type { PostingsCursor } from '../postings/postings-cursor.ts';
import { windowSize } from './score-window.ts';

// Filled and emptied within one call.
const frequencies = new Uint32Array(windowSize);
const offsets = new Int32Array(windowSize);

/**
 * Adds up the frequencies of several forms of a word in the chunks from `start` to before `end`, which lie in the window
 * of positions that begins at `first`, and visits each chunk that has any, in no order.
 */
export function visitFrequencies(
  cursors: readonly PostingsCursor[],
  { first, start, end }: { first: number; start: number; end: number },
  visit: (position: number, frequency: number) => void,
): void {
  let count = 0;
  for (const cursor of cursors) {
    if (!cursor.seek(start)) continue;
    do {
      const { positions } = cursor;
      for (; cursor.at < cursor.count; cursor.at++) {
        const position = positions[cursor.at] as number;
        if (position >= end) break;
        const offset = position - first;
        if (frequencies[offset] === 0) offsets[count++] = offset;
        frequencies[offset] = (frequencies[offset] as number) + (cursor.frequencies[cursor.at] as number);
      }
    } while (cursor.at === cursor.count && cursor.nextBlock());
  }
  for (let i = 0; i < count; i++) {
    const offset = offsets[i] as number;
    const frequency = frequencies[offset] as number;
    frequencies[offset] = 0;
    visit(first + offset, frequency);
  }
}
