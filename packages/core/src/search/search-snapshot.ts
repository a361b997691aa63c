import {
  type Analyzer,
  type ChunkSet,
  type ExplainedTerm,
  type Fuser,
  indexedText,
  type Reranker,
  type SearchFailure,
  type SearchHit,
  type SearchOptions,
  type SearchTrace,
  type SparseIndex,
} from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import {
  allowedChunks,
  type DenseSide,
  explainTerms,
  feedbackTerms,
  type ParsedQuery,
  type Stopwatch,
} from '@cubo/retrieval';
import { covers, type Reading } from '../indexes/read-consistently.ts';
import { absoluteScope } from './absolute-scope.ts';
import { type CollectedHit, type CollectedHits, collectHits } from './collect-hits.ts';
import { createRanking } from './create-ranking.ts';
import type { ReadQuery } from './read-query.ts';

/** What a snapshot is searched with. */
export interface SearchParts {
  readonly snapshot: LibrarySnapshot;
  readonly index: SparseIndex;
  /** `undefined` while there are no vectors, or where they are not wanted. */
  readonly dense: DenseSide | undefined;
  readonly analyzer: Analyzer;
  readonly fuser: Fuser;
  readonly reranker: Reranker | undefined;
  /** Started when the search was. */
  readonly stopwatch: Stopwatch;
  /** What could not be asked, because its model failed; added to where that is found out on the way. */
  readonly failures: SearchFailure[];
}

/** A query within a snapshot. */
export interface SnapshotQuery {
  readonly parsed: ParsedQuery;
  /** The chunks that may be found. */
  readonly filter: ChunkSet;
  /** What the lexical index is searched by in place of the text. */
  readonly terms: readonly ExplainedTerm[] | undefined;
  /** Other formulations of the text. */
  readonly rewrites: readonly string[];
}

/** How often a list is asked for anew, four times as long, because most of its hits were the same. */
const deepenings = 3;

/** Answers a query on one snapshot. */
export async function searchSnapshot(
  parts: SearchParts,
  { parsed, rewriting }: ReadQuery,
  options: SearchOptions,
): Promise<Reading<SearchHit[]>> {
  const { snapshot, index, dense, fuser, stopwatch, failures } = parts;
  const { limit = 10, mode = 'hybrid', expand = 'none', signal } = options;
  const scope = options.scope && absoluteScope(options.scope);
  const live = snapshot.chunks;
  const filter = await stopwatch.time('matching', async () => {
    const admitted = scope === undefined ? live : await snapshot.scope(scope, { signal });
    return allowedChunks(parsed, { sparse: index, live, filter: admitted, signal });
  });
  const wantsFeedback = options.feedback !== undefined && options.feedback !== false && mode !== 'dense';
  const terms = wantsFeedback ? await stopwatch.time('feedback', learnTerms) : undefined;
  const found = await collect();
  const explanationOf = options.explain === true ? await explain() : undefined;
  const trace = { fuser: fuser.id, ...(failures.length > 0 && { failures: [...failures] }) };
  const value = found.hits.map((hit) => toSearchHit(hit, { ...trace, ...explanationOf?.(hit.chunk.id) }));
  const isComplete = () => found.isComplete && covers(index, live) && (dense === undefined || covers(dense.tier, live));
  return { value, isComplete };

  function learnTerms(): Promise<readonly ExplainedTerm[]> {
    return feedbackTerms({
      ...(typeof options.feedback === 'object' && options.feedback),
      ...{ query: parsed.text, phrases: parsed.phrases, sparse: index, analyzer: parts.analyzer, live, filter, signal },
      async texts(ids) {
        const chunks = await snapshot.read(ids);
        return new Map([...chunks].map(([id, chunk]) => [id, indexedText(chunk)]));
      },
    });
  }

  /** Where so many hits are the same that there are too few others, more are looked at. */
  async function collect(): Promise<CollectedHits> {
    const folds = options.nearDuplicates !== 'list';
    const collapses = folds || expand !== 'none';
    const rank = createRanking(parts, { parsed, filter, terms, rewrites: rewriting?.queries ?? [] }, options);
    const read = (ids: readonly number[]) => snapshot.read(ids, { sources: scope?.sources });
    let depth = collapses ? limit + Math.max(20, limit) : limit;
    for (let deepening = 0; ; deepening++, depth *= 4) {
      const ranked = await rank(depth);
      const collected = await stopwatch.time('reading', () =>
        collectHits(ranked.slice(0, depth), { limit, folds, expand, snapshot, read, signal }),
      );
      const isEnough = collected.hits.length >= limit || ranked.length < depth;
      if (isEnough || !collapses || !collected.isComplete || deepening === deepenings) return collected;
    }
  }

  async function explain(): Promise<(id: number) => Pick<SearchTrace, 'terms' | 'search'>> {
    const ids = found.hits.map(({ chunk }) => chunk.id);
    const asked = { sparse: index, query: parsed.text, terms, ids, live, signal };
    const explained = mode === 'dense' ? undefined : await stopwatch.time('explaining', () => explainTerms(asked));
    const search: SearchTrace['search'] = {
      query: parsed,
      terms: explained?.terms,
      ...(rewriting && { rewriting }),
      liveChunks: live.size,
      filterChunks: filter.size,
      milliseconds: stopwatch.milliseconds(),
    };
    return (id) => ({ terms: explained?.contributions.get(id), search });
  }
}

function toSearchHit(
  { hit, chunk, passage, duplicates, merged }: CollectedHit,
  trace: Pick<SearchTrace, 'fuser' | 'failures' | 'terms' | 'search'>,
): SearchHit {
  const { id, score, contributions, reranked, diversified } = hit;
  const { source, title, locator, text, kind, heading, context } = chunk;
  return {
    ...{ id, source, title, locator, score, text, kind, heading, context },
    ...(passage && { passage }),
    ...(duplicates.length > 0 && { duplicates }),
    ...(merged.length > 0 && { merged }),
    explain: { lists: contributions, reranked, ...(diversified && { diversified }), ...trace },
  };
}
