import type { Hit } from './hit.ts';

/** A candidate for reranking. */
export interface RerankCandidate extends Hit {
  /** The chunk's text, see `indexedText`. */
  readonly text: string;
}

/** Orders a short list of candidates anew by reading query and text together. */
export interface Reranker {
  readonly id: string;
  /** How many candidates it is given, if there are: a whole number from 1. Default 50. */
  readonly depth?: number | undefined;
  /** A score for each candidate, by id, best first; candidates left out keep their place behind the others. */
  rerank(
    query: string,
    candidates: readonly RerankCandidate[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Hit[]>;
  /** Loads the model ahead of its first use. A reranker that has this or `unload` counts as a model, not as a formula. */
  load?(): Promise<void>;
  /** Releases the model's memory; the next use loads it again. */
  unload?(): Promise<void>;
}
