import type { ChunkSet } from './chunk-set.ts';
import type { DerivedIndex } from './derived-index.ts';
import type { Hit } from './hit.ts';

/** A text to add to a {@link SparseIndex}. */
export interface SparseDocument {
  /** Chunk id. */
  readonly id: number;
  /** What it is found by; see `indexedText`. */
  readonly text: string;
  /** BCP 47 primary language of its document, where known; otherwise the index detects it. */
  readonly language?: string | undefined;
}

/** How a search in a {@link SparseIndex} is bounded. */
export interface SparseSearchOptions {
  /** The most hits to return. */
  readonly limit: number;
  /** The chunks that exist in the caller's snapshot; statistics are taken over these. Default: all the index holds. */
  readonly live?: ChunkSet | undefined;
  /** Only these chunks are ranked, while scanning; statistics stay those of `live`. Default: all of `live`. */
  readonly filter?: ChunkSet | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds texts by their words. Adding an id that is already held changes nothing.
 *
 * A query without any word that the analysis keeps finds nothing; it is not an error.
 */
export interface SparseIndex extends DerivedIndex {
  /** Adds texts; ids ascend within a call. */
  add(batch: readonly SparseDocument[], options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Best first, ties by id; only chunks with at least one matching term. */
  search(query: string, options: SparseSearchOptions): Promise<Hit[]>;
}
