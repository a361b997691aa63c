import type { ChunkSet } from './chunk-set.ts';
import type { DerivedIndex } from './derived-index.ts';
import type { Hit } from './hit.ts';

/** Vectors to add: `vectors[i]` belongs to the chunk `ids[i]`. */
export interface VectorBatch {
  /** Chunk ids, ascending. */
  readonly ids: readonly number[];
  /** As many vectors, each of the tier's dimensions, finite, of unit length (or all zero). */
  readonly vectors: readonly Float32Array[];
}

/** How a search in a {@link VectorTier} is bounded. */
export interface VectorSearchOptions {
  /** The most hits to return. */
  readonly limit: number;
  /**
   * Only these chunks are ranked; applied while scanning, so that a small scope still gives full results. Default: all.
   */
  readonly filter?: ChunkSet | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a tier came upon a hit, for traces and for fusion. */
export interface VectorOrigin {
  /**
   * Part of the tier that it was found in. Cubo's tiers: `scan` (compared one by one), `graph` (HNSW), `cold` (compressed,
   * inverted lists).
   */
  readonly part: string;
  /** The score by which it became a candidate, where that was not the exact one. */
  readonly compressedScore?: number | undefined;
  /** Share of the nearest vectors that a search of this part misses, 0 to 1, as measured when it was made. Default 0. */
  readonly recallLoss?: number | undefined;
}

/** One result of a {@link VectorTier}. */
export interface VectorHit extends Hit {
  readonly origin?: VectorOrigin | undefined;
}

/**
 * Finds the vectors nearest to a query by inner product.
 *
 * Adding an id that is already held changes nothing: an id names one immutable text for ever. Vectors of wrong
 * dimensions or with values that are not finite are refused with `CUBO_BAD_ARGUMENT`, and then nothing of the batch is
 * added.
 */
export interface VectorTier extends DerivedIndex {
  readonly dimensions: number;
  /** Adds vectors; durable after the next `flush`. */
  add(batch: VectorBatch, options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * The vectors of chunks as they are held, which may be rounded, in the order of the ids; `undefined` where none is held.
   */
  vectors(
    ids: readonly number[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<(Float32Array | undefined)[]>;
  /** Best first, ties by id; scores are inner products. Chunks with a score of 0 or less are left out. */
  search(query: Float32Array, options: VectorSearchOptions): Promise<VectorHit[]>;
}
