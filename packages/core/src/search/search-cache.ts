import type { SearchHit } from '@cubo/contracts';
import type { CachedQuery } from './cached-query.ts';
import type { SearchCacheOptions } from './search-cache-options.ts';

/** What a cache holds, and how often it was of use. */
export interface SearchCacheStats {
  readonly entries: number;
  /** An estimate. */
  readonly bytes: number;
  /** Searches that it has answered. */
  readonly hits: number;
  /** Searches that it could not. */
  readonly misses: number;
}

/** Remembers the results of the latest generation of a library. */
export interface SearchCache {
  /** The least similarity that two queries need to be taken for the same; `undefined`: they must be the same. */
  readonly similarity: number | undefined;
  /** The result of the same query, or of one that means the same; a copy, which names that query. */
  get(query: CachedQuery): SearchHit[] | undefined;
  /** Keeps a copy of a result, unless a later generation is known. */
  set(query: CachedQuery, hits: readonly SearchHit[]): void;
  stats(): SearchCacheStats;
}

interface Entry {
  readonly query: CachedQuery;
  readonly hits: readonly SearchHit[];
  readonly bytes: number;
}

/** Bounded by entries and bytes; what was used longest ago goes first. */
export function createSearchCache(options: SearchCacheOptions): SearchCache {
  const { entries: mostEntries = 256, maximumBytes = 16 * 2 ** 20, similarity } = options;
  const entries = new Map<string, Entry>();
  let generation = -1;
  let bytes = 0;
  let hits = 0;
  let misses = 0;

  function forget(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  /** Whether a generation is the latest that is known; what is of earlier ones is forgotten. */
  function isLatest(asked: number): boolean {
    if (asked <= generation) return asked === generation;
    entries.clear();
    bytes = 0;
    generation = asked;
    return true;
  }

  function nearest(query: CachedQuery): { readonly entry: Entry; readonly cosine: number } | undefined {
    let best: { entry: Entry; cosine: number } | undefined;
    if (similarity === undefined || query.vector === undefined) return undefined;
    for (const entry of entries.values()) {
      if (entry.query.group !== query.group || entry.query.vector === undefined) continue;
      const cosine = product(entry.query.vector, query.vector);
      if (cosine >= similarity && cosine > (best?.cosine ?? 0)) best = { entry, cosine };
    }
    return best;
  }

  function find(query: CachedQuery): { readonly entry: Entry; readonly cosine: number } | undefined {
    const same = entries.get(query.key);
    return same === undefined ? nearest(query) : { entry: same, cosine: 1 };
  }

  return {
    similarity,
    get(query) {
      const found = isLatest(query.generation) ? find(query) : undefined;
      if (found === undefined) {
        misses++;
        return undefined;
      }
      hits++;
      const { entry, cosine } = found;
      entries.delete(entry.query.key);
      entries.set(entry.query.key, entry);
      const cached = { query: entry.query.text, similarity: Math.min(1, cosine) };
      return structuredClone(entry.hits).map((hit) => ({ ...hit, explain: { ...hit.explain, cached } }));
    },
    set(query, found) {
      if (!isLatest(query.generation)) return;
      const size =
        2 * (JSON.stringify(found).length + query.key.length + query.group.length) + (query.vector?.byteLength ?? 0);
      if (size > maximumBytes) return;
      forget(query.key);
      entries.set(query.key, { query, hits: structuredClone(found), bytes: size });
      bytes += size;
      for (const key of entries.keys()) {
        if (entries.size <= mostEntries && bytes <= maximumBytes) break;
        forget(key);
      }
    },
    stats: () => ({ entries: entries.size, bytes, hits, misses }),
  };
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
