import type { ChunkSet } from '@cubo/contracts';
import type { Pacer } from './pacer.ts';
import type { PostingsCursor, PostingsReader, PostingsRoom } from './postings/postings-cursor.ts';

/** A term that stands in a segment: looked up once, read as often as wanted. */
export interface TermPostings {
  /** Number of its postings. */
  readonly documents: number;
  /** Reads them; a block at a time is put into the room, its own if it is given none. */
  cursor(room?: PostingsRoom): PostingsCursor;
}

/**
 * Goes through all terms of a segment and then through names of terms (see `reversed-terms.ts`), ascending by UTF-16 code
 * units.
 */
export interface TermStream {
  /** Comes to the next one, to the first one at first; false where there is none. */
  next(): boolean;
  readonly term: string;
  /** A name has none. They are there until the next term is asked for. */
  readonly postings: PostingsReader | undefined;
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
  terms(pace: Pacer): Promise<TermStream>;
  /** The terms that begin so, in no order. */
  termsWith(beginning: string): Iterable<string>;
  /** The terms with this end that may be compounds, in no order; none where the analysis knows no compounds. */
  termsEnding(end: string): Iterable<string>;
}
