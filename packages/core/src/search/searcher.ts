import {
  CuboError,
  type Fuser,
  type Reranker,
  type SearchHit,
  type SearchOptions,
  type SparseIndex,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { retrieve } from '@cubo/retrieval';
import { compareCoverage } from '../indexes/compare-coverage.ts';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { covers, type Reading, readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { absoluteScope } from './absolute-scope.ts';
import { assertSearchArguments } from './assert-search-arguments.ts';
import { foldNearDuplicates, type ReadHit, readHits } from './fold-near-duplicates.ts';
import { readPassages } from './read-passages.ts';
import { type RankedHit, rerankDepth, rerankHits } from './rerank-hits.ts';

/** Answers queries on the latest snapshot. */
export interface Searcher {
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
}

/** Makes the search of a library. */
export function createSearcher(options: {
  library: Library;
  lexical: LexicalIndexHolder;
  vectors: VectorSpaces | undefined;
  fuser: Fuser;
  reranker: Reranker | undefined;
}): Searcher {
  const { library, lexical, vectors, fuser, reranker } = options;
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

  async function searchSnapshot(
    snapshot: LibrarySnapshot,
    space: VectorSpace | undefined,
    query: string,
    { limit = 10, scope, mode = 'hybrid', nearDuplicates = 'fold', signal }: SearchOptions,
  ): Promise<Reading<SearchHit[]>> {
    const index = await lexicalIndex(snapshot);
    const folds = nearDuplicates === 'fold';
    const depth = folds ? limit + Math.max(20, limit) : limit;
    const fused = await retrieve({
      query,
      limit: reranker === undefined ? depth : Math.max(depth, rerankDepth),
      live: snapshot.chunks,
      filter: scope === undefined ? snapshot.chunks : await snapshot.scope(absoluteScope(scope), { signal }),
      mode,
      sparse: index,
      dense: space && {
        tier: space.tier,
        embedQuery: (text) => embedQueryChecked(space.embedder, text, { signal }),
      },
      fuser,
      signal,
    });
    const ranked =
      reranker === undefined ? fused : await rerankHits({ query, hits: fused, reranker, snapshot, signal });
    const sources = scope && absoluteScope(scope).sources;
    const read = (ids: readonly number[]) => snapshot.read(ids, { sources });
    const found = await (folds ? foldNearDuplicates(ranked, limit, read) : readHits(ranked, limit, read));
    const passages = await readPassages(
      snapshot,
      found.hits.map(({ chunk }) => chunk),
    );
    const value = found.hits.map(({ hit, chunk, duplicates }: ReadHit<RankedHit>): SearchHit => {
      const { id, score, contributions, reranked } = hit;
      const { source, title, locator, text, kind, heading, context } = chunk;
      const explain = { fuser: fuser.id, lists: contributions, reranked };
      return {
        ...{ id, source, title, locator, score, text, kind, heading, context },
        ...(passages.has(id) && { passage: passages.get(id) }),
        ...(duplicates.length > 0 && { duplicates }),
        explain,
      };
    });
    const isComplete = () =>
      found.isComplete &&
      covers(index, snapshot.chunks) &&
      (space === undefined || covers(space.tier, snapshot.chunks));
    return { value, isComplete };
  }

  return {
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { mode, signal } = searchOptions;
      await library.readSnapshot({ signal });
      return readConsistently(library, async (snapshot) => {
        signal?.throwIfAborted();
        const search = (space: VectorSpace | undefined) => searchSnapshot(snapshot, space, query, searchOptions);
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
