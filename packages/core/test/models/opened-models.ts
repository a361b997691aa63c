import { manualClock } from '@cubo/contracts/testing';
import type { MemoryGauge } from '../../src/models/memory-gauge.ts';
import type { ModelStatus } from '../../src/models/model-status.ts';
import { createModels } from '../../src/models/models.ts';
import { loadableEmbedder } from './loadable-embedder.ts';

export const GiB = 2 ** 30;
export const plenty: MemoryGauge = { total: 16 * GiB, available: () => 8 * GiB };
export const seconds = (count: number): number => count * 1000;

/** The models of a knowledge base, one embedder among them, with a clock to move. */
export function openedModels(memory: MemoryGauge = plenty, idleSeconds?: number) {
  const clock = manualClock();
  const told: ModelStatus[] = [];
  const models = createModels({ clock, memory, idleSeconds, onChange: (status) => told.push(status) });
  const model = loadableEmbedder();
  return { clock, told, models, model, embedder: models.embedder(model) };
}
