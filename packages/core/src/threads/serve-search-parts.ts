import type { Embedder, RerankCandidate, Reranker, SearchFailure } from '@cubo/contracts';
import type { PeerHandler } from '@cubo/ingest';
import type { ModelStatus } from '../models/model-status.ts';

/** Objects of the host's own that search threads use, as their models are held, and who hears of the threads' own. */
export interface ServedSearchParts {
  readonly embedder: Embedder | undefined;
  readonly reranker: Reranker | undefined;
  onModel(model: ModelStatus): void;
  onFailure(failure: SearchFailure): void;
}

/** What a search thread asks the host's reranker to order. */
export interface HostReranking {
  readonly query: string;
  readonly candidates: readonly RerankCandidate[];
}

/** Answers a search thread's calls of objects of the host's own. */
export function serveSearchParts({
  embedder,
  reranker,
  onModel,
  onFailure,
}: ServedSearchParts): Record<string, PeerHandler> {
  return {
    embedQuery: (text: string, signal) => embedder?.embedQuery(text, { signal }),
    rerank: ({ query, candidates }: HostReranking, signal) => reranker?.rerank(query, candidates, { signal }),
    model: onModel,
    failure: onFailure,
  };
}
