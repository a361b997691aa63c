import type { ChosenModels } from '../models/choose-models.ts';
import type { ModelStatus } from '../models/model-status.ts';
import type { CuboOptions } from './cubo-options.ts';

/** A model in use, and whether the host application gave it. */
export interface ModelInUse extends Pick<ModelStatus, 'kind' | 'id'> {
  readonly isGiven: boolean;
}

/**
 * The embedders, generator and reranker that are used, those that need no model too; and what else is listed as loaded:
 * generators that were given with a question.
 */
export function modelsInUse(
  given: Pick<CuboOptions, 'embedder' | 'previousEmbedder' | 'generator' | 'reranker'>,
  chosen: Pick<ChosenModels, 'embedder' | 'generator' | 'reranker'>,
  listed: readonly ModelStatus[],
): ModelInUse[] {
  const { embedder, generator, reranker } = chosen;
  const inUse: ModelInUse[] = [
    ...(embedder ? [{ kind: 'embedder' as const, id: embedder.id, isGiven: given.embedder !== undefined }] : []),
    ...(given.previousEmbedder ? [{ kind: 'embedder' as const, id: given.previousEmbedder.id, isGiven: true }] : []),
    { kind: 'generator', id: generator.id, isGiven: given.generator !== undefined },
    ...(reranker ? [{ kind: 'reranker' as const, id: reranker.id, isGiven: given.reranker !== undefined }] : []),
  ];
  const isListed = ({ kind, id }: ModelStatus) => inUse.some((model) => model.kind === kind && model.id === id);
  const further = listed.filter((model) => model.kind === 'generator' && !isListed(model));
  return [...inUse, ...further.map(({ kind, id }) => ({ kind, id, isGiven: true }))];
}
