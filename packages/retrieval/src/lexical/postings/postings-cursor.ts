import { blockPostings } from './bit-packing.ts';
import type { BlockOccurrences } from './occurrences.ts';

/** What a posting is worth by its frequency and the length of its chunk: grows with the one, shrinks with the other. */
export type PostingWorth = (frequency: number, length: number) => number;

/** Postings by ascending position. */
export interface PostingsBlock {
  readonly positions: Int32Array;
  readonly frequencies: Uint32Array;
}

/** Room for what a cursor has in memory. */
export interface PostingsRoom extends PostingsBlock {
  /** Room for the postings behind the last full block. */
  readonly tail: PostingsBlock;
}

/** Makes room for what a cursor has in memory. */
export function postingsRoom(): PostingsRoom {
  return { ...postingsBlock(), tail: postingsBlock() };
}

function postingsBlock(): PostingsBlock {
  return { positions: new Int32Array(blockPostings), frequencies: new Uint32Array(blockPostings) };
}

/** Reads the postings of one term in a segment, by ascending position, a block at a time; before the first there is none. */
export interface PostingsReader extends PostingsBlock {
  /** The postings of the block are the first so many entries of both lists. */
  readonly count: number;
  /** Index in the block of the posting that it has come to; the caller may move it on. */
  at: number;
  /** Comes to the first posting of the next block, false where there is none. */
  nextBlock(): boolean;
  /** Where the words of the block stand in their texts, if that is kept; valid until the next block. */
  occurrences(): BlockOccurrences | undefined;
}

/** Postings that can be searched: what is not wanted is not read. */
export interface PostingsCursor extends PostingsReader {
  /** Number of postings in the blocks before. */
  readonly before: number;
  /**
   * Comes to the first posting at a position or behind it, false where there is none. Positions ascend from call to
   * call.
   */
  seek(position: number): boolean;
  /**
   * What the postings from `start` to before `end` are worth at most; 0 where there are none for sure. Reads no full
   * blocks. Both ascend from call to call.
   */
  bound(start: number, end: number, worth: PostingWorth): number;
}
