import type { ChunkSet } from './chunk-set.ts';

/** Size and state of an index, for people and for `status()`. */
export interface IndexStats {
  /** Chunks it holds. */
  readonly chunks: number;
  /** Bytes on disk; 0 where it keeps none. */
  readonly bytes: number;
  /** Files or segments it is made of. */
  readonly segments: number;
  /** How its chunks are searched, where that is not the same for all; a chunk belongs to one part. */
  readonly parts?: readonly IndexPartStats[] | undefined;
  /** What went wrong when the index last worked on itself in the background, until that succeeds: it is as it was before. */
  readonly failure?: Error | undefined;
}

/** A part of an index whose chunks are searched in one way. */
export interface IndexPartStats {
  /** The way, as in `VectorOrigin`: `scan`, `graph`, `cold`. */
  readonly part: string;
  readonly chunks: number;
  /** Share of the nearest vectors that a search of it misses, 0 to 1, as measured when it was made. */
  readonly recallLoss?: number | undefined;
}

/**
 * What every index has in common. An index is *derived*: it can be thrown away and filled again from the chunk store,
 * and after a crash Cubo compares {@link DerivedIndex.coverage} with the library and adds or removes what differs. It
 * therefore needs no transaction with the library, only two promises: what was added before a completed {@link
 * DerivedIndex.flush} is still there after a crash, and a crash never leaves it half readable.
 */
export interface DerivedIndex {
  /** Forgets chunks; ids that it does not hold are ignored. Durable after the next `flush`. */
  remove(ids: ChunkSet): Promise<void>;
  /** Makes all that was added and removed so far durable and visible to other processes. */
  flush(): Promise<void>;
  /** Looks whether another process has flushed, and shows its state from now on. */
  refresh(): Promise<void>;
  /** The chunks it holds and finds, including those added but not flushed. */
  coverage(): ChunkSet;
  /**
   * Flushes, and writes anew what still holds anything of chunks that it has forgotten, so that nothing of them is left
   * on the disk. An index that keeps no files, or whose files are not Cubo's to clean, need not have it.
   */
  compact?(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Flushes, and does what makes searches faster and is otherwise done in the background, or never. An index for which
   * nothing is to be done need not have it.
   */
  optimize?(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Its size and state. */
  stats(): IndexStats;
  /** Releases files and memory, without flushing; may be called more than once. */
  close(): Promise<void>;
}
