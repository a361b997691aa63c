import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';

/** How results of searches are remembered; see `CuboOptions.searchCache`. */
export interface SearchCacheOptions {
  /** The most results that are kept, those used last. Default 256. */
  readonly entries?: number | undefined;
  /** The most bytes that they may take, as an estimate. Default 16 MiB. */
  readonly maximumBytes?: number | undefined;
  /**
   * Takes a query for one that was asked before if their vectors have at least this cosine, 0.9 to 1, and the same numbers
   * and codes stand in both. Only with an embedder that knows all of both queries (vectors of unit length), and only where
   * a query requires and excludes nothing. The hits are then those of the other query, which `explain.cached` names.
   * Default: the same query alone, white space aside.
   */
  readonly similarity?: number | undefined;
}

const known: KnownOptions<SearchCacheOptions> = { entries: true, maximumBytes: true, similarity: true };

/** Refuses settings of a cache that make no sense. */
export function assertSearchCache(cache: unknown): void {
  if (cache === undefined || cache === false) return;
  if (cache === true) throw badArgument('searchCache is true.', 'Pass {} for a cache with its defaults.');
  assertKnownOptions('The option searchCache', cache, known);
  const { entries, maximumBytes, similarity } = cache as Partial<Record<keyof SearchCacheOptions, unknown>>;
  for (const [name, value] of Object.entries({ entries, maximumBytes })) {
    if (value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)) continue;
    throw badArgument(`${name} of searchCache is ${describeValue(value)}.`, 'Pass a whole number from 1 up.');
  }
  if (similarity === undefined) return;
  if (typeof similarity === 'number' && similarity >= 0.9 && similarity <= 1) return;
  throw badArgument(`similarity of searchCache is ${describeValue(similarity)}.`, 'Pass a number from 0.9 to 1.');
}
