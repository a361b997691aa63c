import type { SearchOptions } from '@cubo/contracts';
import { type DenseSide, retrieve } from '@cubo/retrieval';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';
import { diversifyHits, diversityDepth } from './diversify-hits.ts';
import { type RankedHit, rerankDepth, rerankHits } from './rerank-hits.ts';
import type { SearchParts, SnapshotQuery } from './search-snapshot.ts';

/**
 * Ranks the chunks of a snapshot for a query: retrieved, fused, reordered by a reranker, and chosen to be unlike each
 * other, as the options say. May be asked again for a longer list; the query is embedded once.
 */
export function createRanking(
  { snapshot, index, space, analyzer, fuser, reranker }: SearchParts,
  { parsed, filter, terms, stopwatch }: SnapshotQuery,
  { mode = 'hybrid', diversity = 0, signal }: SearchOptions,
): (depth: number) => Promise<RankedHit[]> {
  const dense = space && denseSide(space, signal);
  const { text, phrases } = parsed;
  return async (depth) => {
    const least = Math.max(reranker === undefined ? 0 : rerankDepth, diversity === 0 ? 0 : diversityDepth);
    const bounds = { limit: depth === 0 ? 0 : Math.max(depth, least), live: snapshot.chunks, filter, signal };
    const asked = { query: text, phrases, sparse: index, terms, dense, fuser, mode, stopwatch };
    const fused = await retrieve({ ...asked, ...bounds });
    const ranked =
      reranker === undefined
        ? fused
        : await stopwatch.time('reranking', () => rerankHits({ query: text, hits: fused, reranker, snapshot, signal }));
    if (diversity === 0) return ranked;
    return stopwatch.time('diversity', () =>
      diversifyHits({ hits: ranked, limit: depth, diversity, snapshot, space, analyzer, signal }),
    );
  };
}

function denseSide({ tier, embedder }: VectorSpace, signal: AbortSignal | undefined): DenseSide {
  let embedded: Promise<Float32Array> | undefined;
  return {
    tier,
    embedQuery(text) {
      embedded ??= embedQueryChecked(embedder, text, { signal });
      return embedded;
    },
  };
}
