import {
  CuboError,
  type Embedder,
  type Fuser,
  type Reranker,
  type SearchHit,
  type SearchOptions,
  type SparseIndex,
  subtractChunkSets,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { retrieve } from '@cubo/retrieval';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-space.ts';
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
  let generation = -1;

  /** Another process may have published: its indexes' new files belong to the new snapshot. */
  async function current(): Promise<{ snapshot: LibrarySnapshot; index: SparseIndex }> {
    const snapshot = library.snapshot();
    const index = await lexical.get();
    if (snapshot.generation !== generation) {
      await index.refresh();
      const missing = subtractChunkSets(snapshot.chunks, index.coverage()).size;
      if (missing > 0) throw incompleteIndex(lexical.directory, missing, snapshot.chunks.size);
      generation = snapshot.generation;
    }
    return { snapshot, index };
  }

  return {
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { limit = 10, scope, mode = 'hybrid', signal } = searchOptions;
      signal?.throwIfAborted();
      const { snapshot, index } = await current();
      const space = mode === 'sparse' ? undefined : await vectors?.active();
      const embedder: Embedder | undefined = space?.embedder;
      const fused = await retrieve({
        query,
        limit: reranker === undefined ? limit : Math.max(limit, rerankDepth),
        live: snapshot.chunks,
        filter: scope === undefined ? snapshot.chunks : snapshot.scope(scope),
        mode,
        sparse: index,
        dense: space &&
          embedder && { tier: space.tier, embedQuery: (text) => embedQueryChecked(embedder, text, { signal }) },
        fuser,
        signal,
      });
      const ranked =
        reranker === undefined ? fused : await rerankHits({ query, hits: fused, reranker, snapshot, signal });
      const hits = ranked.slice(0, limit);
      const chunks = await snapshot.read(hits.map((hit) => hit.id));
      return hits.flatMap(({ id, score, contributions, reranked }: RankedHit): SearchHit[] => {
        const chunk = chunks.get(id);
        if (chunk === undefined) return [];
        const { source, title, locator, text, kind, heading, context } = chunk;
        const explain = { fuser: fuser.id, lists: contributions, reranked };
        return [{ id, source, title, locator, score, text, kind, heading, context, explain }];
      });
    },
  };
}

/** Every chunk is indexed before it is published; if some are not, the index was removed, or made with another analyzer. */
function incompleteIndex(path: string, missing: number, all: number): CuboError {
  return new CuboError({
    code: 'CUBO_INDEX_CORRUPT',
    message: `The lexical index ${path} lacks ${missing} of ${all} chunks, because it was removed or the analyzer has changed.`,
    remedy: 'Ingest again, or run doctor with --repair: both add them from the stored text.',
    path,
  });
}
