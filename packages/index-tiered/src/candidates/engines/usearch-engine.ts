import type { Engine, EngineIndex } from './engine.ts';

/** How usearch makes an index. */
export interface UsearchSettings {
  readonly dimensions: number;
  readonly quantization: 'f32' | 'bf16' | 'f16' | 'i8';
  readonly connectivity: number;
  readonly expansionAdd: number;
  readonly expansionSearch: number;
}

/** What we use of the package `usearch`. */
export interface UsearchModule {
  readonly Index: new (config: {
    dimensions: number;
    metric: string;
    quantization: string;
    connectivity: number;
    expansion_add: number;
    expansion_search: number;
    multi: boolean;
  }) => {
    size(): number;
    add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
    search(query: Float32Array, count: number, threads: number): { keys: BigUint64Array; distances: Float32Array };
    save(path: string): void;
    load(path: string): void;
  };
}

/** Vectors of unit length: their cosine is the inner product, and the only metric that int8 is exact enough for. */
const metric = 'cos';

/** Makes indexes with `usearch`. */
export function usearchEngine({ Index }: UsearchModule, settings: UsearchSettings): Engine {
  const { dimensions, quantization, connectivity } = settings;
  // What is read takes the expansions of the index that reads it, and everything else from the file.
  const make = () =>
    new Index({
      dimensions,
      metric,
      quantization,
      connectivity,
      expansion_add: settings.expansionAdd,
      expansion_search: settings.expansionSearch,
      multi: false,
    });

  function wrap(index: InstanceType<UsearchModule['Index']>): EngineIndex {
    return {
      get size() {
        return Number(index.size());
      },
      train() {},
      add(vectors, threads) {
        const first = Number(index.size());
        const keys = BigUint64Array.from({ length: vectors.length / dimensions }, (_, i) => BigInt(first + i));
        index.add(keys, vectors, threads);
      },
      search(query, count) {
        const { keys, distances } = index.search(query, count, 1);
        return Array.from(keys, (key, i) => ({ label: Number(key), score: 1 - (distances[i] as number) }));
      },
      save: (path) => index.save(path),
    };
  }
  return {
    create: () => wrap(make()),
    load(path) {
      const index = make();
      index.load(path);
      return wrap(index);
    },
  };
}
