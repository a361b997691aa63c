import { CuboError } from '../errors/cubo-error.ts';
import { chunkSetHas } from '../indexes/chunk-set.ts';
import { compareHits, type Hit } from '../indexes/hit.ts';
import type { VectorTier } from '../indexes/vector-tier.ts';
import { memoryIndex } from './memory-index.ts';
import { type MemoryStorage, memoryStorage } from './memory-storage.ts';

/** Options of a {@link memoryVectorTier}. */
export interface MemoryVectorTierOptions {
  readonly dimensions: number;
  /** Share one to open the same tier twice. Default: a new one. */
  readonly storage?: MemoryStorage<Float32Array> | undefined;
}

/** A vector tier in memory that compares the query with every vector: correct and slow, for tests. */
export function memoryVectorTier({ dimensions, storage = memoryStorage() }: MemoryVectorTierOptions): VectorTier {
  const index = memoryIndex('vector tier in memory', storage);

  function assertVector(vector: Float32Array, what: string): void {
    if (vector.length === dimensions && vector.every(Number.isFinite)) return;
    throw badArgument(`${what} is not a vector of ${dimensions} finite numbers.`);
  }
  return {
    dimensions,
    coverage: index.coverage,
    remove: index.remove,
    flush: index.flush,
    compact: index.compact,
    refresh: index.refresh,
    stats: index.stats,
    close: index.close,
    async add({ ids, vectors }, options) {
      index.items(options?.signal);
      if (ids.length !== vectors.length) throw badArgument(`${ids.length} ids came with ${vectors.length} vectors.`);
      for (const [i, vector] of vectors.entries()) assertVector(vector, `The vector of chunk ${ids[i]}`);
      index.add(ids.map((id, i) => [id, Float32Array.from(vectors[i] as Float32Array)]));
    },
    async vectors(ids, options) {
      const items = index.items(options?.signal);
      return ids.map((id) => items.get(id)?.slice());
    },
    async search(query, { limit, filter, signal }) {
      const items = index.items(signal);
      assertVector(query, 'The query');
      const hits: Hit[] = [];
      for (const [id, vector] of items) {
        if (filter !== undefined && !chunkSetHas(filter, id)) continue;
        const score = vector.reduce((sum, value, i) => sum + value * (query[i] as number), 0);
        if (score > 0) hits.push({ id, score });
      }
      return hits.sort(compareHits).slice(0, limit);
    },
  };
}

function badArgument(message: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: 'Pass the vectors that the embedder returned.' });
}
