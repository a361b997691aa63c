import type { Generator, SearchHit, SearchOptions } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import type { DenseSide } from '@cubo/retrieval';
import type { Reading } from '../indexes/read-consistently.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import { type CachedQuery, cachedQuery } from './cached-query.ts';
import { parseBySyntax } from './read-query.ts';
import { createSearchCache, type SearchCacheStats } from './search-cache.ts';
import type { SearchCacheOptions } from './search-cache-options.ts';

/** A search on a snapshot. */
export interface SearchToRemember {
  readonly query: string;
  readonly options: SearchOptions;
  readonly snapshot: LibrarySnapshot;
  readonly space: VectorSpace | undefined;
  readonly dense: DenseSide | undefined;
  /** The language model that rewrites the query, if one does. */
  readonly rewriter: Generator | undefined;
}

/** A search that was made. */
export interface MadeSearch {
  readonly reading: Reading<SearchHit[]>;
  /** Whether it would come out the same again. */
  readonly isRepeatable: boolean;
}

/** Searches, those among them that were made before from a cache. */
export interface RememberedSearches {
  /** The result of a search, made only where it is not remembered. */
  answer(search: SearchToRemember, make: () => Promise<MadeSearch>): Promise<Reading<SearchHit[]>>;
  /** `undefined` without a cache. */
  stats(): SearchCacheStats | undefined;
}

/**
 * Remembers searches as far as a host wants it.
 *
 * @param parts ids of the parts that make a result what it is
 */
export function rememberSearches(
  options: SearchCacheOptions | false,
  parts: readonly (string | undefined)[],
): RememberedSearches {
  const cache = options === false ? undefined : createSearchCache(options);
  const numberOf = objectNumbers();

  /** `undefined` where the cache must not be asked. */
  async function describe(search: SearchToRemember): Promise<CachedQuery | undefined> {
    const { query, options, snapshot, space, dense, rewriter } = search;
    if (cache === undefined || options.explain === true) return undefined;
    const parsed = parseBySyntax(query, options.syntax);
    const vector = cache.similarity === undefined ? undefined : await dense?.embedQuery(parsed.text);
    const all = [...parts, rewriter && numberOf(rewriter)];
    return cachedQuery({ query, parsed, options, snapshot, space, parts: all, vector });
  }

  return {
    stats: () => cache?.stats(),
    async answer(search, make) {
      const before = await describe(search);
      const known = before && cache?.get(before);
      if (known !== undefined) return { value: known, isComplete: () => true };
      const { reading, isRepeatable } = await make();
      // The vectors may have changed while they were searched.
      const after = before && isRepeatable ? await describe(search) : undefined;
      if (after !== undefined && after.key === before?.key && reading.isComplete()) cache?.set(after, reading.value);
      return reading;
    },
  };
}

/** Numbers for objects, so that two of the same name are not taken for each other. */
function objectNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const number = numbers.get(object) ?? ++last;
    numbers.set(object, number);
    return number;
  };
}
