import {
  type FusedHit,
  type Hit,
  indexedText,
  type RerankCandidate,
  type Reranker,
  type SearchTrace,
} from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { rerankChecked } from './rerank-checked.ts';

/** How many hits a reranker reads. */
export function rerankDepth({ depth = 50 }: Reranker): number {
  return depth;
}

/** A fused hit, and where a reranker has put it, and the wish for diversity. */
export type RankedHit = FusedHit & Pick<SearchTrace, 'reranked' | 'diversified'>;

/**
 * Lets a reranker order the first hits anew; their scores are then its scores. Hits that it leaves out, or was not
 * shown, follow in their old order, and score no more than the last of the others.
 */
export async function rerankHits(options: {
  query: string;
  hits: readonly FusedHit[];
  reranker: Reranker;
  snapshot: LibrarySnapshot;
  /** The orders that the reranker gave for these candidates, by their ids: a longer list mostly begins with the same ones. */
  orders: Map<string, Hit[]>;
  /** Told when the reranker fails; then the hits stay as they are. Default: its error is thrown. */
  onFailure: ((error: unknown) => void) | undefined;
  signal: AbortSignal | undefined;
}): Promise<RankedHit[]> {
  const { query, hits, reranker, snapshot, orders, onFailure, signal } = options;
  const head = hits.slice(0, rerankDepth(reranker));
  const key = head.map(({ id }) => id).join(' ');
  let order = orders.get(key);
  if (order === undefined) {
    const candidates = await candidatesOf(head, snapshot);
    try {
      order = await rerankChecked(reranker, query, candidates, signal);
    } catch (error) {
      if (signal?.aborted || onFailure === undefined) throw error;
      onFailure(error);
      return [...hits];
    }
    orders.set(key, order);
  }
  const rest = new Map(hits.map((hit) => [hit.id, hit]));
  const ranked: RankedHit[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const { id, score } of order) {
    const hit = rest.get(id);
    if (hit === undefined) continue;
    rest.delete(id);
    lowest = Math.min(lowest, score);
    ranked.push({ ...hit, score, reranked: { reranker: reranker.id, rank: ranked.length + 1, score } });
  }
  const others = [...rest.values()].map((hit) => ({ ...hit, score: Math.min(hit.score, lowest) }));
  return [...ranked, ...others];
}

async function candidatesOf(head: readonly FusedHit[], snapshot: LibrarySnapshot): Promise<RerankCandidate[]> {
  const chunks = await snapshot.read(head.map(({ id }) => id));
  return head.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    return chunk === undefined ? [] : [{ id, score, text: indexedText(chunk) }];
  });
}
