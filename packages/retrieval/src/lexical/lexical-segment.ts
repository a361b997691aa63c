import type { ChunkSet } from '@cubo/contracts';
import type { PostingsCursor, PostingsReader } from './postings/postings-cursor.ts';

/** A term that stands in a segment: looked up once, read as often as wanted. */
export interface TermPostings {
  /** Number of its postings, where it is known without reading them. */
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
  /** All terms, ascending by UTF-16 code units; the postings of each are there until the next one is asked for. */
  terms(): Iterable<{ readonly term: string; readonly postings: PostingsReader }>;
}
