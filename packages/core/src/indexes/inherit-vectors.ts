import {
  type ChunkSet,
  chunkIds,
  chunkSetFromRanges,
  chunkSetHas,
  intersectChunkSets,
  type VectorTier,
} from '@cubo/contracts';
import type { InheritedRun, Library } from '@cubo/library';
import { compareCoverage } from './compare-coverage.ts';

const batchSize = 512;

/**
 * Gives new chunks the vectors of older ones with the same text, before these are taken out of the tier: of a document
 * that has changed in part, only the rest is embedded. Gives the number of vectors that were taken over.
 */
export async function inheritVectors(
  tier: VectorTier,
  library: Library,
  live: ChunkSet,
  signal: AbortSignal | undefined,
): Promise<number> {
  const runs = library.inheritedChunks();
  if (runs.length === 0) return 0;
  const held = tier.coverage();
  const heirs = chunkSetFromRanges(runs.map(({ first, chunks }) => [first, first + chunks] as const));
  let pairs: { id: number; from: number }[] = [];
  let inherited = 0;
  const takeOver = async (): Promise<void> => {
    const vectors = await tier.vectors(
      pairs.map(({ from }) => from),
      { signal },
    );
    const found = pairs.flatMap(({ id }, i) => (vectors[i] === undefined ? [] : [{ id, vector: vectors[i] }]));
    await tier.add({ ids: found.map(({ id }) => id), vectors: found.map(({ vector }) => vector) }, { signal });
    inherited += found.length;
    pairs = [];
  };
  for (const id of chunkIds(intersectChunkSets(heirs, compareCoverage(tier, live).missing))) {
    const from = origin(id, runs, held);
    if (from !== undefined) pairs.push({ id, from });
    if (pairs.length >= batchSize) await takeOver();
  }
  if (pairs.length > 0) await takeOver();
  // Durable before the older ones may go.
  if (inherited > 0) await tier.flush();
  return inherited;
}

/** The chunk whose vector is held; one that was to inherit itself, and never got it, leads on to an older one. */
function origin(id: number, runs: readonly InheritedRun[], held: ChunkSet): number | undefined {
  for (let from: number | undefined = id; ; ) {
    from = inheritedFrom(from, runs);
    if (from === undefined || chunkSetHas(held, from)) return from;
  }
}

/** The older chunk; its id is lower in any case. */
function inheritedFrom(id: number, runs: readonly InheritedRun[]): number | undefined {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle]?.first ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  const run = runs[low - 1];
  return run !== undefined && id < run.first + run.chunks ? run.from + id - run.first : undefined;
}
