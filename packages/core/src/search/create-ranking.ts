import type { FusedHit, Hit, Reranker, SearchOptions } from '@cubo/contracts';
import { type RetrieveOptions, reciprocalRankFusion, retrieve } from '@cubo/retrieval';
import { diversifyHits, diversityDepth } from './diversify-hits.ts';
import { type RankedHit, rerankDepth, rerankHits } from './rerank-hits.ts';
import { searchFailure } from './search-failure.ts';
import type { SearchParts, SnapshotQuery } from './search-snapshot.ts';

/**
 * Ranks the chunks of a snapshot for a query: retrieved, fused, reordered by a reranker, and chosen to be unlike each
 * other, as the options say. May be asked again for a longer list; each text is embedded, and the same hits are reranked,
 * once.
 */
export function createRanking(
  { snapshot, index, dense, analyzer, fuser, stopwatch, failures, ...parts }: SearchParts,
  { parsed, filter, terms, rewrites }: SnapshotQuery,
  { mode = 'hybrid', rerank, diversity = 0, signal }: SearchOptions,
): (depth: number) => Promise<RankedHit[]> {
  const { text, phrases } = parsed;
  let reranker = (rerank ?? mode === 'hybrid') ? parts.reranker : undefined;
  const orders = new Map<string, Hit[]>();
  return async (depth) => {
    const least = Math.max(reranker === undefined ? 0 : rerankDepth(reranker), diversity === 0 ? 0 : diversityDepth);
    const limit = depth === 0 ? 0 : Math.max(depth, least);
    const asked = { sparse: index, dense, fuser, mode, stopwatch, live: snapshot.chunks, filter, signal, limit };
    const found = await retrieve({ ...asked, query: text, phrases, terms });
    const hits = rewrites.length === 0 ? found : await fuseRewrites(found, rewrites, asked);
    const by = reranker;
    const ranked = by === undefined ? hits : await stopwatch.time('reranking', () => reorder(hits, by));
    if (diversity === 0) return ranked;
    return stopwatch.time('diversity', () =>
      diversifyHits({ hits: ranked, limit: depth, diversity, snapshot, dense, analyzer, signal }),
    );
  };

  /** What was not asked for is done without where it fails. */
  function reorder(hits: FusedHit[], by: Reranker): Promise<RankedHit[]> {
    const doWithout = (error: unknown) => {
      failures.push(searchFailure('reranker', error));
      reranker = undefined;
    };
    const onFailure = rerank === true ? undefined : doWithout;
    return rerankHits({ query: text, hits, reranker: by, snapshot, orders, onFailure, signal });
  }
}

/** What the query has found, and what its other formulations find, fused by reciprocal rank. */
async function fuseRewrites(
  found: readonly FusedHit[],
  rewrites: readonly string[],
  asked: Omit<RetrieveOptions, 'query'>,
): Promise<FusedHit[]> {
  const lists = [{ name: 'query', hits: found }];
  for (const [i, query] of rewrites.entries()) {
    lists.push({ name: `rewrite ${i + 1}`, hits: await retrieve({ ...asked, query }) });
  }
  return reciprocalRankFusion().fuse(lists, { query: rewrites.join(' '), limit: asked.limit });
}
