import type { Embedder, RerankCandidate, Reranker } from '@cubo/contracts';
import type { PeerHandler } from '@cubo/ingest';

/** Objects of the host's own that search threads use. */
export interface ServedSearchParts {
  readonly embedder: Embedder | undefined;
  readonly reranker: Reranker | undefined;
}

/** What a search thread asks the host's reranker to order. */
export interface HostReranking {
  readonly query: string;
  readonly candidates: readonly RerankCandidate[];
}

/** Answers a search thread's calls of objects of the host's own. */
export function serveSearchParts({ embedder, reranker }: ServedSearchParts): Record<string, PeerHandler> {
  return {
    embedQuery: (text: string, signal) => embedder?.embedQuery(text, { signal }),
    rerank: ({ query, candidates }: HostReranking, signal) => reranker?.rerank(query, candidates, { signal }),
  };
}
