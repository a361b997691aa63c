import type { Fuser, Reranker, SearchHit, SearchOptions, SearchTrace, SparseIndex } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { allowedChunks, createStopwatch, explainTerms, parseQuery, plainQuery, retrieve } from '@cubo/retrieval';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import { covers, type Reading } from '../indexes/read-consistently.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import { absoluteScope } from './absolute-scope.ts';
import { foldNearDuplicates, type ReadHit, readHits } from './fold-near-duplicates.ts';
import { type ReadPassage, readPassages } from './read-passages.ts';
import { type RankedHit, rerankDepth, rerankHits } from './rerank-hits.ts';

/** What a snapshot is searched with. */
export interface SearchParts {
  readonly snapshot: LibrarySnapshot;
  readonly index: SparseIndex;
  /** `undefined` while there are no vectors, or where they are not wanted. */
  readonly space: VectorSpace | undefined;
  readonly fuser: Fuser;
  readonly reranker: Reranker | undefined;
}

/** Answers a query on one snapshot. */
export async function searchSnapshot(
  { snapshot, index, space, fuser, reranker }: SearchParts,
  query: string,
  options: SearchOptions,
): Promise<Reading<SearchHit[]>> {
  const { limit = 10, mode = 'hybrid', syntax = 'operators', nearDuplicates = 'fold', signal } = options;
  const stopwatch = createStopwatch();
  const scope = options.scope && absoluteScope(options.scope);
  const live = snapshot.chunks;
  const parsed = syntax === 'operators' ? parseQuery(query) : plainQuery(query);
  const { text, phrases } = parsed;
  const filter = await stopwatch.time('matching', async () => {
    const admitted = scope === undefined ? live : await snapshot.scope(scope, { signal });
    return allowedChunks(parsed, { sparse: index, live, filter: admitted, signal });
  });
  const folds = nearDuplicates === 'fold';
  const depth = folds ? limit + Math.max(20, limit) : limit;
  const fused = await retrieve({
    query: text,
    phrases,
    limit: reranker === undefined ? depth : Math.max(depth, rerankDepth),
    live,
    filter,
    mode,
    sparse: index,
    dense: space && {
      tier: space.tier,
      embedQuery: (asked) => embedQueryChecked(space.embedder, asked, { signal }),
    },
    fuser,
    stopwatch,
    signal,
  });
  const ranked =
    reranker === undefined
      ? fused
      : await stopwatch.time('reranking', () => rerankHits({ query: text, hits: fused, reranker, snapshot, signal }));
  const read = (ids: readonly number[]) => snapshot.read(ids, { sources: scope?.sources });
  const found = await stopwatch.time('reading', () =>
    folds ? foldNearDuplicates(ranked, limit, read) : readHits(ranked, limit, read),
  );
  const passages = await stopwatch.time('reading', () =>
    readPassages(
      snapshot,
      found.hits.map(({ chunk }) => chunk),
    ),
  );
  const explanationOf = options.explain === true ? await explain() : undefined;
  const value = found.hits.map((hit) =>
    toSearchHit(hit, passages.get(hit.chunk.id), { fuser: fuser.id, ...explanationOf?.(hit.chunk.id) }),
  );
  const isComplete = () => found.isComplete && covers(index, live) && (space === undefined || covers(space.tier, live));
  return { value, isComplete };

  async function explain(): Promise<(id: number) => Pick<SearchTrace, 'terms' | 'search'>> {
    const ids = found.hits.map(({ chunk }) => chunk.id);
    const explained =
      mode === 'dense'
        ? undefined
        : await stopwatch.time('explaining', () => explainTerms({ sparse: index, query: text, ids, live, signal }));
    const search: SearchTrace['search'] = {
      query: parsed,
      terms: explained?.terms,
      liveChunks: live.size,
      filterChunks: filter.size,
      milliseconds: stopwatch.milliseconds(),
    };
    return (id) => ({ terms: explained?.contributions.get(id), search });
  }
}

function toSearchHit(
  { hit, chunk, duplicates }: ReadHit<RankedHit>,
  passage: ReadPassage | undefined,
  trace: Pick<SearchTrace, 'fuser' | 'terms' | 'search'>,
): SearchHit {
  const { id, score, contributions, reranked } = hit;
  const { source, title, locator, text, kind, heading, context } = chunk;
  return {
    ...{ id, source, title, locator, score, text, kind, heading, context },
    ...(passage && { passage }),
    ...(duplicates.length > 0 && { duplicates }),
    explain: { lists: contributions, reranked, ...trace },
  };
}
