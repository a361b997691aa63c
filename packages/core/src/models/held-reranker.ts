import type { Reranker } from '@cubo/contracts';
import { rerankChecked } from '../search/rerank-checked.ts';
import type { ModelHolder } from './model-holder.ts';

/** Whether a reranker is a model, such as a cross-encoder, rather than a formula. */
export function isModelReranker({ load, unload }: Reranker): boolean {
  return load !== undefined || unload !== undefined;
}

/** A reranker whose model is loaded when something is reranked. */
export function heldReranker(reranker: Reranker, holder: ModelHolder<Reranker>): Reranker {
  return {
    id: reranker.id,
    depth: reranker.depth,
    rerank: (query, candidates, options) =>
      holder.use((model) => rerankChecked(model, query, candidates, options?.signal), { signal: options?.signal }),
  };
}
