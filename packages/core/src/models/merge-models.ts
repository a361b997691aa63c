import type { ModelStatus } from './model-status.ts';

/** The models of this thread, and in their place those that other threads have loaded for themselves. */
export function mergeModels(own: readonly ModelStatus[], others: readonly ModelStatus[]): ModelStatus[] {
  const isSame = (a: ModelStatus, b: ModelStatus) => a.kind === b.kind && a.id === b.id;
  const kept = own.filter((model) => model.state === 'ready' || !others.some((other) => isSame(model, other)));
  return [...kept, ...others.filter((other) => !kept.some((model) => isSame(model, other)))];
}
