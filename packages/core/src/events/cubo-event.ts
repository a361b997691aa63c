import type { SearchFailure } from '@cubo/contracts';
import type { ModelStatus } from '../models/model-status.ts';

/** What `cubo.events()` tells. More types may come: pass over those you do not know. */
export type CuboEvent =
  /** A model has changed its state. */
  | { readonly type: 'model'; readonly model: ModelStatus }
  /** A search was made without a part whose model failed; its hits tell the same in `explain.failures`. */
  | { readonly type: 'search-degraded'; readonly failure: SearchFailure };

/** Options of `cubo.events`. */
export interface EventsOptions {
  /** Ends the reading, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}
