import type { Embedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';

/** An embedder that has to be loaded, and tells what was done with it. */
export interface LoadableEmbedder extends Required<Embedder> {
  readonly loads: number;
  readonly unloads: number;
  readonly isLoaded: boolean;
  /** What was wrong: a load of what is loaded, an unload in the middle of a request, a request while it is not loaded. */
  readonly faults: readonly string[];
  /** Lets loads, or requests, wait until the function is called that it gives. */
  hold(what: 'loads' | 'requests'): () => void;
  /** Resolves when a load, or a request, has begun that waits. */
  reached(what: 'loads' | 'requests'): Promise<void>;
  failLoads(error: Error | undefined): void;
  failRequests(error: Error | undefined): void;
}

interface Gate {
  readonly opened: Promise<void>;
  readonly reached: PromiseWithResolvers<void>;
}

/** Makes one; it hashes words. */
export function loadableEmbedder(): LoadableEmbedder {
  const inner = hashingEmbedder();
  const faults: string[] = [];
  const gates: { loads?: Gate | undefined; requests?: Gate | undefined } = {};
  const failures: { load?: Error | undefined; request?: Error | undefined } = {};
  let loads = 0;
  let unloads = 0;
  let isLoaded = false;
  let requests = 0;

  async function pass(what: 'loads' | 'requests'): Promise<void> {
    const gate = gates[what];
    gate?.reached.resolve();
    await gate?.opened;
  }

  async function request<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isLoaded) faults.push('asked while it was not loaded');
    requests++;
    try {
      await pass('requests');
      if (failures.request) throw failures.request;
      return await work();
    } finally {
      requests--;
    }
  }

  return {
    ...inner,
    id: 'loadable',
    get loads() {
      return loads;
    },
    get unloads() {
      return unloads;
    },
    get isLoaded() {
      return isLoaded;
    },
    faults,
    hold(what) {
      const opened = Promise.withResolvers<void>();
      gates[what] = { opened: opened.promise, reached: Promise.withResolvers<void>() };
      return () => {
        gates[what] = undefined;
        opened.resolve();
      };
    },
    reached: async (what) => gates[what]?.reached.promise,
    failLoads: (error) => {
      failures.load = error;
    },
    failRequests: (error) => {
      failures.request = error;
    },
    async load() {
      loads++;
      if (isLoaded) faults.push('loaded twice');
      await pass('loads');
      if (failures.load) throw failures.load;
      isLoaded = true;
    },
    async unload() {
      unloads++;
      if (!isLoaded) faults.push('unloaded twice');
      if (requests > 0) faults.push('unloaded during a request');
      isLoaded = false;
    },
    embedDocuments: (texts, options) => request(() => inner.embedDocuments(texts, options)),
    embedQuery: (text, options) => request(() => inner.embedQuery(text, options)),
  };
}
