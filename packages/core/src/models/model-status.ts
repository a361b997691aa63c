import type { CuboErrorCode } from '@cubo/contracts';

/** What a model is used for. */
export type ModelKind = 'embedder' | 'generator' | 'reranker';

/**
 * `unloaded`: it takes no memory, and its next use loads it. `ready`: it is loaded. `failed`: it could not be loaded, or
 * did not answer the last time; a later use tries again.
 */
export type ModelState = 'unloaded' | 'loading' | 'ready' | 'failed';

/** A failure of a model. */
export interface ModelFailure {
  /** Where the model says which kind of error it was. */
  readonly code?: CuboErrorCode | undefined;
  readonly message: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A model as `status()` and events show it. */
export interface ModelStatus {
  readonly kind: ModelKind;
  /** Id of the embedder, generator or reranker. */
  readonly id: string;
  readonly state: ModelState;
  /** Since when it is in this state; ISO 8601. */
  readonly since: string;
  /** Requests that it works on, or that wait for it to be loaded. */
  readonly requests: number;
  /** The last one, also after the model has recovered. */
  readonly lastFailure?: ModelFailure | undefined;
}
