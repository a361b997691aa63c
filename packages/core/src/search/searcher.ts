import {
  type Analyzer,
  CuboError,
  type Fuser,
  type Generator,
  type Reranker,
  type SearchFailure,
  type SearchHit,
  type SearchOptions,
  type SparseIndex,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { allowedChunks, answerConfidence, answerEvidence, createStopwatch, type DenseSide } from '@cubo/retrieval';
import { compareCoverage } from '../indexes/compare-coverage.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { covers, type Reading, readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { absoluteScope } from './absolute-scope.ts';
import { assertScope } from './assert-scope.ts';
import { assertSearchArguments } from './assert-search-arguments.ts';
import { chooseRewriting } from './choose-rewriting.ts';
import { denseSide } from './dense-side.ts';
import { type EmbeddedTexts, type EmbedTextsOptions, embedTexts } from './embed-texts.ts';
import { parseBySyntax, type ReadQuery, readQuery } from './read-query.ts';
import { type MadeSearch, rememberSearches } from './remembered-searches.ts';
import type { SearchCacheStats } from './search-cache.ts';
import type { SearchCacheOptions } from './search-cache-options.ts';
import { searchFailure } from './search-failure.ts';
import { searchSnapshot } from './search-snapshot.ts';

/** Answers queries on the latest snapshot. */
export interface Searcher {
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
  /**
   * Judges whether a question can be answered, see `answerConfidence`; `undefined` in small libraries, and where the sparse
   * index does not tell its terms.
   */
  confidence(
    question: string,
    options: Pick<SearchOptions, 'scope' | 'syntax' | 'signal'>,
  ): Promise<number | undefined>;
  /** Embeds texts, see `embedTexts`. */
  embed(texts: readonly string[], options: EmbedTextsOptions): Promise<EmbeddedTexts | undefined>;
  /** `undefined` without a cache. */
  cacheStats(): Promise<SearchCacheStats | undefined>;
}

/** Among fewer chunks rare and frequent words cannot be told apart. */
const fewestChunks = 100;
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
  /** What reranks where a search does not ask for it. */
  defaultReranker: Reranker | undefined;
  /** The language model of the library, where the host gave one. */
  generator: Generator | undefined;
  /** Gives a generator that came with a search as its model is held. Default: as it is. */
  holdGenerator?: ((generator: Generator) => Generator) | undefined;
  /** Told of a part that a search was made without. */
  onFailure?: ((failure: SearchFailure) => void) | undefined;
  cache: SearchCacheOptions | false;
}): Searcher {
  const { library, lexical, vectors, analyzer, fuser, generator } = options;
  const remembered = rememberSearches(options.cache, [fuser.id, options.reranker?.id, analyzer.fingerprint]);
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

  return {
    cacheStats: async () => remembered.stats(),
    embed: (texts, { signal }) => embedTexts(texts, { library, vectors }, signal),
    async confidence(question, { scope, syntax, signal }) {
      assertScope(scope);
      await library.readSnapshot({ signal });
      return readConsistently(library, async (snapshot) => {
        const index = await lexicalIndex(snapshot);
        const live = snapshot.chunks;
        const isComplete = () => covers(index, live);
        if (live.size < fewestChunks || index.searchedTerms === undefined) return { value: undefined, isComplete };
        const parsed = parseBySyntax(question, syntax);
        const admitted = scope === undefined ? live : await snapshot.scope(absoluteScope(scope), { signal });
        const filter = await allowedChunks(parsed, { sparse: index, live, filter: admitted, signal });
        const terms = await index.searchedTerms(parsed.text, { live, signal });
        const hits = await index.search(parsed.text, { limit: evidenceHits, live, filter, signal });
        const value = filter.size === 0 ? 0 : answerConfidence(answerEvidence(terms, hits));
        return { value, isComplete };
      });
    },
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { mode, signal } = searchOptions;
      const stopwatch = createStopwatch();
      const rewriting = chooseRewriting(searchOptions.rewrite, generator, options.holdGenerator);
      const rewriter = rewriting?.generator;
      const reranker = searchOptions.rerank === true ? options.reranker : options.defaultReranker;
      let asked: Promise<ReadQuery> | undefined;
      let failures: SearchFailure[] = [];
      await library.readSnapshot({ signal });
      const hits = await readConsistently(library, async (snapshot) => {
        signal?.throwIfAborted();
        failures = [];
        const index = await lexicalIndex(snapshot);
        const make = async (dense: DenseSide | undefined): Promise<MadeSearch> => {
          asked ??= readQuery(query, { ...searchOptions, rewriting, stopwatch });
          const read = await asked;
          const parts = { snapshot, index, dense, analyzer, fuser, reranker, stopwatch, failures };
          const reading = await searchSnapshot(parts, read, searchOptions);
          return { reading, isRepeatable: read.rewriting?.failure === undefined && failures.length === 0 };
        };
        const search = async (space: VectorSpace | undefined): Promise<Reading<SearchHit[]>> => {
          const dense = space && denseSide(space, signal);
          const remember = { query, options: searchOptions, snapshot, space, dense, rewriter };
          try {
            return await remembered.answer(remember, () => make(dense));
          } catch (error) {
            if (mode === 'dense' || !dense?.isFailureOfModel(error)) throw error;
            failures.splice(0, failures.length, searchFailure('dense', error));
            const { reading } = await make(undefined);
            // Where the model was replaced meanwhile, the new one is asked.
            return { ...reading, isComplete: () => false };
          }
        };
        return mode === 'sparse' || vectors === undefined ? search(undefined) : vectors.use(search);
      });
      for (const failure of failures) options.onFailure?.(failure);
      return hits;
    },
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
