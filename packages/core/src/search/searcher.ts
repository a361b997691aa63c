import {
  type Analyzer,
  CuboError,
  type Fuser,
  type Generator,
  type Reranker,
  type SearchHit,
  type SearchOptions,
  type SparseIndex,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { createStopwatch } from '@cubo/retrieval';
import { compareCoverage } from '../indexes/compare-coverage.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { assertSearchArguments } from './assert-search-arguments.ts';
import { chooseRewriting } from './choose-rewriting.ts';
import { readQuery } from './read-query.ts';
import { searchSnapshot } from './search-snapshot.ts';

/** Answers queries on the latest snapshot. */
export interface Searcher {
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
}

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
}): Searcher {
  const { library, lexical, vectors, analyzer, fuser, reranker, generator } = options;
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
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { mode, signal } = searchOptions;
      const stopwatch = createStopwatch();
      const rewriting = chooseRewriting(searchOptions.rewrite, generator);
      const asked = await readQuery(query, { ...searchOptions, rewriting, stopwatch });
      await library.readSnapshot({ signal });
      return readConsistently(library, async (snapshot) => {
        signal?.throwIfAborted();
        const search = async (space: VectorSpace | undefined) => {
          const index = await lexicalIndex(snapshot);
          return searchSnapshot({ snapshot, index, space, analyzer, fuser, reranker, stopwatch }, asked, searchOptions);
        };
        return mode === 'sparse' || vectors === undefined ? search(undefined) : vectors.use(search);
      });
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
