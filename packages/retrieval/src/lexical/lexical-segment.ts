import type { ChunkSet } from '@cubo/contracts';

/**
 * The occurrences of one term in a segment, by ascending position. It starts before the first one: `position` and
 * `frequency` are valid once `next` has returned true.
 */
export interface PostingsCursor {
  /** Position of the chunk in its segment. */
  readonly position: number;
  /** How often the term stands in it. */
  readonly frequency: number;
  next(): boolean;
}

/** Postings that are all taken together. */
export interface PostingsReader extends PostingsCursor {
  /**
   * Reads the next postings into both lists, from the index `from` up to `to`, and gives how many there were: fewer than
   * fit when there are no more.
   */
  read(positions: Int32Array, frequencies: Uint32Array, from: number, to: number): number;
}

/** A term that stands in a segment: looked up once, read as often as wanted. */
export interface TermPostings {
  /** Number of occurrences, where it is known without reading them. */
  readonly documents: number | undefined;
  cursor(): PostingsCursor;
}

/** Chunks of one language in a segment. */
export interface LanguageCount {
  readonly language: string;
  readonly documents: number;
}

/**
 * An inverted index over a fixed set of chunks, each known by its *position*, 0 to `documents - 1`. Which of them still
 * count is the caller's knowledge: a segment never changes.
 */
export interface LexicalSegment {
  readonly ids: ChunkSet;
  readonly documents: number;
  /** Terms of all chunks together, with repetitions. */
  readonly tokens: number;
  readonly languages: readonly LanguageCount[];
  /** Number of terms of each chunk, by position. */
  readonly lengths: ArrayLike<number>;
  /** Index in `languages` of each chunk, by position. */
  readonly languageIndexes: ArrayLike<number>;
  idAt(position: number): number;
  /** The positions of those chunks of a set that the segment holds. */
  positionsOf(ids: ChunkSet): ChunkSet;
  find(term: string): TermPostings | undefined;
  /** All terms, ascending by UTF-16 code units. */
  terms(): Iterable<{ readonly term: string; readonly postings: PostingsReader }>;
}
