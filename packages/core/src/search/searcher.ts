import { resolve } from 'node:path';
import {
  CuboError,
  type Fuser,
  type Reranker,
  type Scope,
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
import { assertSearchArguments } from './assert-search-arguments.ts';
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
    { limit = 10, scope, mode = 'hybrid', signal }: SearchOptions,
  ): Promise<Reading<SearchHit[]>> {
    const index = await lexicalIndex(snapshot);
    const fused = await retrieve({
      query,
      limit: reranker === undefined ? limit : Math.max(limit, rerankDepth),
      live: snapshot.chunks,
      filter: scope === undefined ? snapshot.chunks : snapshot.scope(absoluteScope(scope)),
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
    const hits = ranked.slice(0, limit);
    const chunks = await snapshot.read(hits.map((hit) => hit.id));
    const value = hits.flatMap(({ id, score, contributions, reranked }: RankedHit): SearchHit[] => {
      const chunk = chunks.get(id);
      if (chunk === undefined) return [];
      const { source, title, locator, text, kind, heading, context } = chunk;
      const explain = { fuser: fuser.id, lists: contributions, reranked };
      return [{ id, source, title, locator, score, text, kind, heading, context, explain }];
    });
    const isComplete = () =>
      value.length === hits.length &&
      covers(index, snapshot.chunks) &&
      (space === undefined || covers(space.tier, snapshot.chunks));
    return { value, isComplete };
  }

  return {
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { mode, signal } = searchOptions;
      return readConsistently(library, async (snapshot) => {
        signal?.throwIfAborted();
        const search = (space: VectorSpace | undefined) => searchSnapshot(snapshot, space, query, searchOptions);
        return mode === 'sparse' || vectors === undefined ? search(undefined) : vectors.use(search);
      });
    },
  };
}

/** Sources are known by absolute paths, or by names of the application's own. */
function absoluteScope(scope: Scope): Scope {
  return { ...scope, sources: scope.sources?.flatMap((source) => [source, resolve(source)]) };
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
