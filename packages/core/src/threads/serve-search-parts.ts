import type { Embedder, RerankCandidate, Reranker, SearchFailure } from '@cubo/contracts';
import type { PeerHandler } from '@cubo/ingest';
import type { ModelStatus } from '../models/model-status.ts';

/** Objects of the host's own that search threads use, as their models are held, and who hears of the threads' own. */
export interface ServedSearchParts {
  /** The one in use, and the one before. */
  readonly embedders: readonly Embedder[];
  readonly reranker: Reranker | undefined;
  onModel(model: ModelStatus): void;
  onFailure(failure: SearchFailure): void;
}

/** What a search thread asks an embedder of the host's. */
export interface HostQuery {
  /** Its fingerprint. */
  readonly embedder: string;
  readonly text: string;
}

/** What a search thread asks the host's reranker to order. */
export interface HostReranking {
  readonly query: string;
  readonly candidates: readonly RerankCandidate[];
}

/** Answers a search thread's calls of objects of the host's own. */
export function serveSearchParts({
  embedders,
  reranker,
  onModel,
  onFailure,
}: ServedSearchParts): Record<string, PeerHandler> {
  return {
    embedQuery: ({ embedder, text }: HostQuery, signal) =>
      embedders.find(({ fingerprint }) => fingerprint === embedder)?.embedQuery(text, { signal }),
    rerank: ({ query, candidates }: HostReranking, signal) => reranker?.rerank(query, candidates, { signal }),
    model: onModel,
    failure: onFailure,
  };
}
