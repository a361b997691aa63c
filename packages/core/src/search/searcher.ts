import {
  CuboError,
  type Embedder,
  type FusedHit,
  type Fuser,
  indexedText,
  type Reranker,
  type SparseIndex,
  subtractChunkSets,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { retrieve } from '@cubo/retrieval';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-space.ts';
import type { SearchHit } from './search-hit.ts';
import { assertSearchArguments, type SearchOptions } from './search-options.ts';

/** Answers queries on the latest snapshot. */
export interface Searcher {
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
}

/** How many hits a reranker reads. */
const rerankDepth = 50;

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

  async function rerank(
    query: string,
    hits: readonly FusedHit[],
    snapshot: LibrarySnapshot,
    signal: AbortSignal | undefined,
  ): Promise<FusedHit[]> {
    if (reranker === undefined) return [...hits];
    const head = hits.slice(0, rerankDepth);
    const chunks = await snapshot.read(head.map((hit) => hit.id));
    const candidates = head.flatMap((hit) => {
      const chunk = chunks.get(hit.id);
      return chunk === undefined ? [] : [{ id: hit.id, score: hit.score, text: indexedText(chunk) }];
    });
    const order = await reranker.rerank(query, candidates, { signal });
    const byId = new Map(hits.map((hit) => [hit.id, hit]));
    const reranked: FusedHit[] = [];
    for (const [i, { id, score }] of order.entries()) {
      const hit = byId.get(id);
      if (hit === undefined) continue;
      byId.delete(id);
      const contribution = { list: reranker.id, rank: i + 1, score, weight: 1, contribution: score };
      reranked.push({ id, score, contributions: [...hit.contributions, contribution] });
    }
    return [...reranked, ...byId.values()];
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
      const hits = (await rerank(query, fused, snapshot, signal)).slice(0, limit);
      const chunks = await snapshot.read(hits.map((hit) => hit.id));
      return hits.flatMap(({ id, score, contributions }): SearchHit[] => {
        const chunk = chunks.get(id);
        if (chunk === undefined) return [];
        const { source, title, locator, text, kind, heading, context } = chunk;
        return [{ id, source, title, locator, score, text, kind, heading, context, explain: contributions }];
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
