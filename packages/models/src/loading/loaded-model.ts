/** A model in memory: loaded by its first use, once for all who wait for it, and released when none uses it any more. */
export interface LoadedModel<Model> {
  /** Works with the model. What fails to load is tried again by the next use. */
  use<Result>(work: (model: Model) => Promise<Result>): Promise<Result>;
  /** Releases the model as soon as all work that has begun is done; the next use loads it again. */
  release(): Promise<void>;
}

/** Makes a holder of a model, which loads nothing yet. */
export function createLoadedModel<Model>(options: {
  load(): Promise<Model>;
  release(model: Model): Promise<void> | void;
  /** Whether a model can still be used; one that cannot is loaded anew. */
  isUsable(model: Model): boolean;
}): LoadedModel<Model> {
  interface Loading {
    readonly model: Promise<Model>;
    users: number;
    /** Set once it is loaded. */
    loaded?: Model;
    /** Set once the model shall go; the last user calls it. */
    whenUnused?: () => void;
  }
  let current: Loading | undefined;

  function begin(): Loading {
    const started: Loading = { model: options.load(), users: 0 };
    started.model.then(
      (model) => {
        started.loaded = model;
      },
      () => {
        if (current === started) current = undefined;
      },
    );
    return started;
  }

  return {
    async use(work) {
      if (current?.loaded !== undefined && !options.isUsable(current.loaded)) current = undefined;
      current ??= begin();
      const used = current;
      used.users++;
      try {
        return await work(await used.model);
      } finally {
        used.users--;
        if (used.users === 0) used.whenUnused?.();
      }
    },
    async release() {
      const released = current;
      if (released === undefined) return;
      current = undefined;
      if (released.users > 0) {
        await new Promise<void>((resolve) => {
          released.whenUnused = resolve;
        });
      }
      const model = await released.model.catch(() => undefined);
      if (model !== undefined) await options.release(model);
    },
  };
}
