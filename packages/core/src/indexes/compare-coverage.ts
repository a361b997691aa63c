import { type ChunkSet, type DerivedIndex, subtractChunkSets } from '@cubo/contracts';

/** What an index lacks of the live chunks, and what it holds beyond them. */
export interface IndexDifference {
  readonly missing: ChunkSet;
  readonly extra: ChunkSet;
}

/**
 * Compares an index with the live chunks. This one comparison is all that crash recovery, repair, a change of analyzer
 * or embedder, and the catching up of an index of the host's own need.
 */
export function compareCoverage(index: DerivedIndex, live: ChunkSet): IndexDifference {
  const coverage = index.coverage();
  return { missing: subtractChunkSets(live, coverage), extra: subtractChunkSets(coverage, live) };
}
