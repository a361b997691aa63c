import type { Embedder, Generator } from '@cubo/contracts';
import { hashingEmbedder, scriptedGenerator } from '@cubo/contracts/testing';

/** An embedder whose model takes memory while it is loaded, and counts how often that was. */
export interface HeavyEmbedder extends Embedder {
  loads(): number;
  unloads(): number;
  /** Lets every request fail, until it is called again. */
  setBroken(isBroken: boolean): void;
}

/** What a model that is not let go would add each time. */
const modelBytes = 4 * 2 ** 20;

/** Makes one. */
export function heavyEmbedder(): HeavyEmbedder {
  const inner = hashingEmbedder();
  let weights: Uint8Array | undefined;
  let isBroken = false;
  const counts = { loads: 0, unloads: 0 };
  function assertUsable(): void {
    if (weights === undefined) throw new Error('the model was asked while it was not loaded');
    if (isBroken) throw new Error('the model is out of order');
  }
  return {
    ...inner,
    async load() {
      if (weights !== undefined) throw new Error('the model was loaded twice');
      weights = new Uint8Array(modelBytes).fill(1);
      counts.loads++;
    },
    async unload() {
      weights = undefined;
      counts.unloads++;
    },
    async embedDocuments(texts, options) {
      assertUsable();
      return inner.embedDocuments(texts, options);
    },
    async embedQuery(text, options) {
      assertUsable();
      return inner.embedQuery(text, options);
    },
    loads: () => counts.loads,
    unloads: () => counts.unloads,
    setBroken(value) {
      isBroken = value;
    },
  };
}

/** A generator as a host makes it anew for each question. */
export function heavyGenerator(): Generator {
  let weights: Uint8Array | undefined;
  return {
    ...scriptedGenerator({ script: () => `Of ${(weights?.length ?? 0) > 0 ? 'that' : 'nothing'} they tell [1].` }),
    async load() {
      weights = new Uint8Array(modelBytes).fill(1);
    },
    async unload() {
      weights = undefined;
    },
  };
}
