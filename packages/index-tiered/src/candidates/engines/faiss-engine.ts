import type { Engine, EngineIndex } from './engine.ts';
import { setProbes } from './set-probes.ts';

/** How FAISS makes an index. */
export interface FaissSettings {
  readonly dimensions: number;
  readonly factory: string;
  /** Inverted lists that a search reads; nothing: the square root of how many there are. */
  readonly probes?: number | undefined;
}

interface FaissIndex {
  ntotal(): number;
  isTrained(): boolean;
  train(vectors: number[]): void;
  add(vectors: number[]): void;
  search(query: number[], count: number): { labels: number[]; distances: number[] };
  write(path: string): void;
}

/** What we use of the package `faiss-node`. */
export interface FaissModule {
  readonly Index: {
    fromFactory(dimensions: number, factory: string, metric: number): FaissIndex;
    read(path: string): FaissIndex;
  };
}

/** `METRIC_INNER_PRODUCT` */
const innerProduct = 0;

/**
 * Makes indexes with `faiss-node`. That lets exceptions of FAISS pass, except those of `fromFactory` and `read`, which
 * ends the process: training, adding and the first search belong into one of their own.
 */
export function faissEngine({ Index }: FaissModule, { dimensions, factory, probes }: FaissSettings): Engine {
  function wrap(index: FaissIndex): EngineIndex {
    return {
      get size() {
        return index.ntotal();
      },
      train(vectors) {
        if (!index.isTrained()) index.train(Array.from(vectors));
      },
      add: (vectors) => index.add(Array.from(vectors)),
      search(query, count) {
        const { labels, distances } = index.search(Array.from(query), Math.min(count, index.ntotal()));
        return labels.map((label, i) => ({ label, score: distances[i] as number })).filter(({ label }) => label >= 0);
      },
      save(path) {
        index.write(path);
        setProbes(path, index.ntotal(), probes);
      },
    };
  }
  return {
    create: () => wrap(Index.fromFactory(dimensions, factory, innerProduct)),
    load: (path) => wrap(Index.read(path)),
  };
}
