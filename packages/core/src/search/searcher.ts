import {
  type Analyzer,
  CuboError,
  type Fuser,
  type Generator,
  type Reranker,
  type Scope,
  type SearchHit,
  type SearchOptions,
  type SparseIndex,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { answerConfidence, answerEvidence, createStopwatch, type DenseSide } from '@cubo/retrieval';
import { compareCoverage } from '../indexes/compare-coverage.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { covers, type Reading, readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { absoluteScope } from './absolute-scope.ts';
import { assertScope } from './assert-scope.ts';
import { assertSearchArguments } from './assert-search-arguments.ts';
import { type CachedQuery, cachedQuery } from './cached-query.ts';
import { chooseRewriting, type Rewriting } from './choose-rewriting.ts';
import { denseSide } from './dense-side.ts';
import { parseBySyntax, type ReadQuery, readQuery } from './read-query.ts';
import { createSearchCache, type SearchCacheStats } from './search-cache.ts';
import type { SearchCacheOptions } from './search-cache-options.ts';
import { searchSnapshot } from './search-snapshot.ts';

/** How likely a library answers a question. */
export interface QuestionConfidence {
  /** See `answerConfidence`. */
  readonly confidence: number;
  /** Chunks of the library. */
  readonly chunks: number;
}

/** Answers queries on the latest snapshot. */
export interface Searcher {
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
  /** Judges whether a question can be answered; `undefined` where the sparse index does not tell its terms. */
  confidence(
    question: string,
    options: { scope: Scope | undefined; signal: AbortSignal | undefined },
  ): Promise<QuestionConfidence | undefined>;
  /** `undefined` without a cache. */
  cacheStats(): SearchCacheStats | undefined;
}

/** As many as the evidence is read from. */
const evidenceHits = 10;

/** Makes the search of a library. */
export function createSearcher(options: {
  library: Library;
  lexical: LexicalIndexHolder;
  vectors: VectorSpaces | undefined;
  analyzer: Analyzer;
  fuser: Fuser;
  reranker: Reranker | undefined;
  /** The language model of the library, where the host gave one. */
  generator: Generator | undefined;
  cache: SearchCacheOptions | false;
}): Searcher {
  const { library, lexical, vectors, analyzer, fuser, reranker, generator } = options;
  const cache = options.cache === false ? undefined : createSearchCache(options.cache);
  const numberOf = objectNumbers();
  /** The generation for which the lexical index was last found complete. */
  let generation = -1;

  /** Another process may have published: its index's new files belong to the new snapshot. */
  async function lexicalIndex(snapshot: LibrarySnapshot): Promise<SparseIndex> {
    const index = await lexical.get();
    if (snapshot.generation !== generation) {
      await index.refresh();
      const missing = compareCoverage(index, snapshot.chunks).missing.size;
      if (missing > 0) throw incompleteIndex(lexical.directory, missing, snapshot.chunks.size);
      generation = snapshot.generation;
    }
    return index;
  }

  /** The cache's view of a query; `undefined` where it must not be asked. */
  async function cachedAs(
    query: string,
    options: SearchOptions & {
      snapshot: LibrarySnapshot;
      space: VectorSpace | undefined;
      dense: DenseSide | undefined;
    },
    rewriting: Rewriting | undefined,
  ): Promise<CachedQuery | undefined> {
    const { snapshot, space, dense, ...searchOptions } = options;
    if (cache === undefined || searchOptions.explain === true) return undefined;
    const parsed = parseBySyntax(query, searchOptions.syntax);
    const vector = cache.similarity === undefined ? undefined : await dense?.embedQuery(parsed.text);
    const parts = [fuser.id, reranker?.id, analyzer.fingerprint, rewriting && numberOf(rewriting.generator)];
    return cachedQuery({ query, parsed, options: searchOptions, snapshot, space, parts, vector });
  }

  return {
    cacheStats: () => cache?.stats(),
    async confidence(question, { scope, signal }) {
      assertScope(scope);
      await library.readSnapshot({ signal });
      return readConsistently(library, async (snapshot) => {
        const index = await lexicalIndex(snapshot);
        const live = snapshot.chunks;
        const filter = scope === undefined ? live : await snapshot.scope(absoluteScope(scope), { signal });
        const terms = await index.searchedTerms?.(question, { live, signal });
        const hits = await index.search(question, { limit: evidenceHits, live, filter, signal });
        const value = terms && { confidence: answerConfidence(answerEvidence(terms, hits)), chunks: live.size };
        return { value, isComplete: () => covers(index, live) };
      });
    },
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { mode, signal } = searchOptions;
      const stopwatch = createStopwatch();
      const rewriting = chooseRewriting(searchOptions.rewrite, generator);
      let asked: Promise<ReadQuery> | undefined;
      await library.readSnapshot({ signal });
      return readConsistently(library, async (snapshot) => {
        signal?.throwIfAborted();
        const search = async (space: VectorSpace | undefined): Promise<Reading<SearchHit[]>> => {
          const index = await lexicalIndex(snapshot);
          const dense = space && denseSide(space, signal);
          const view = () => cachedAs(query, { ...searchOptions, snapshot, space, dense }, rewriting);
          const before = await view();
          const known = before && cache?.get(before);
          if (known !== undefined) return { value: known, isComplete: () => true };
          asked ??= readQuery(query, { ...searchOptions, rewriting, stopwatch });
          const parts = { snapshot, index, dense, analyzer, fuser, reranker, stopwatch };
          const reading = await searchSnapshot(parts, await asked, searchOptions);
          const after = before && (await view());
          const isSettled = after !== undefined && after.key === before?.key && reading.isComplete();
          if (isSettled && (await asked).rewriting?.failure === undefined) cache?.set(after, reading.value);
          return reading;
        };
        return mode === 'sparse' || vectors === undefined ? search(undefined) : vectors.use(search);
      });
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

/**
 * Every chunk is indexed before it is published; if some are not, the index was removed, or made with another analyzer.
 */
function incompleteIndex(path: string, missing: number, all: number): CuboError {
  return new CuboError({
    code: 'CUBO_INDEX_CORRUPT',
    message: `The lexical index ${path} lacks ${missing} of ${all} chunks, because it was removed or the analyzer has changed.`,
    remedy: 'Ingest again, or run doctor with --repair: both add them from the stored text.',
    path,
  });
}
