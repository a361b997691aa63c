import { type ChunkSet, type DerivedIndex, emptyChunkSet, subtractChunkSets } from '@cubo/contracts';

/** What an index lacks of the live chunks, and what it holds beyond them. */
export interface IndexDifference {
  readonly missing: ChunkSet;
  readonly extra: ChunkSet;
}

/**
 * Compares an index with the live chunks. This one comparison is all that crash recovery, repair, a change of analyzer
 * or embedder, and the catching up of an index of the host's own need.
 *
 * Chunks of documents that are not complete are neither missing nor extra: an index that has them keeps them, and where
 * one lacks them, the document is begun anew.
 */
export function compareCoverage(index: DerivedIndex, live: ChunkSet, pending = emptyChunkSet): IndexDifference {
  const coverage = index.coverage();
  const extra = subtractChunkSets(subtractChunkSets(coverage, live), pending);
  return { missing: subtractChunkSets(live, coverage), extra };
}
