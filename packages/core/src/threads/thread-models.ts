import type { ModelStatus } from '../models/model-status.ts';

/** The models that a thread has loaded for itself. */
export interface ThreadModels {
  /** Each in the state that was told of it last. */
  list(): readonly ModelStatus[];
  tell(model: ModelStatus): void;
  /** The thread has ended: what it had in memory is there no more. */
  end(): void;
}

/** Makes an empty list; `onModel` hears of each change. */
export function threadModels(onModel: (model: ModelStatus) => void): ThreadModels {
  const told = new Map<string, ModelStatus>();
  return {
    list: () => [...told.values()],
    tell(model) {
      told.set(`${model.kind} ${model.id}`, model);
      onModel(model);
    },
    end() {
      const since = new Date().toISOString();
      for (const model of told.values()) {
        if (model.state !== 'unloaded') onModel({ ...model, state: 'unloaded', since, requests: 0 });
      }
      told.clear();
    },
  };
}
