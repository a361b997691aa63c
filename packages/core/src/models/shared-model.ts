import type { ModelSource } from './model-holder.ts';
import { originalOf } from './original-model.ts';

/** A part that may hold a model. */
export interface Loadable {
  load?(): Promise<void>;
  unload?(): Promise<void>;
}

interface Sharing {
  holders: number;
  loaded: Promise<void> | undefined;
  unloading: Promise<void> | undefined;
}

/** The host may give one object to several knowledge bases of a process. */
const sharings = new WeakMap<object, Sharing>();

/**
 * Loads and unloads a model that is an object of the host's own. Where several knowledge bases use it, the last one that
 * lets it go unloads it: the others may be in the middle of a request.
 */
export function sharedModel<Model extends Loadable>(model: Model): Pick<ModelSource<Model>, 'load' | 'unload'> {
  const original = originalOf(model);
  const sharing: Sharing = sharings.get(original) ?? { holders: 0, loaded: undefined, unloading: undefined };
  sharings.set(original, sharing);

  async function unloadNow(): Promise<void> {
    try {
      await model.unload?.();
    } finally {
      sharing.unloading = undefined;
    }
  }

  return {
    async load() {
      sharing.holders++;
      try {
        await sharing.unloading;
        sharing.loaded ??= (async () => model.load?.())();
        await sharing.loaded;
        return model;
      } catch (error) {
        sharing.holders--;
        sharing.loaded = undefined;
        throw error;
      }
    },
    unload:
      model.unload &&
      (async () => {
        sharing.holders--;
        if (sharing.holders > 0) return;
        sharing.loaded = undefined;
        sharing.unloading = unloadNow();
        await sharing.unloading;
      }),
  };
}
