import { chunkSetHas, compareHits, type VectorBatch, type VectorTier } from '@cubo/contracts';
import { type IndexUnderTest, memoryStorage, memoryVectorTier, vectorTierConformance } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { derivedIndexMutations } from './derived-index-mutants.ts';
import { catches, mutant, passes } from './mutants.ts';

const dimensions = 16;

function create(): IndexUnderTest<VectorTier> {
  const storage = memoryStorage<Float32Array>();
  return {
    index: memoryVectorTier({ dimensions, storage }),
    reopen: async () => memoryVectorTier({ dimensions, storage }),
  };
}

/** A tier that is broken, also when it is reopened. */
function broken(overrides: (good: VectorTier) => Partial<VectorTier>): () => IndexUnderTest<VectorTier> {
  return () => {
    const { index, reopen } = create();
    return {
      index: mutant(index, overrides(index)),
      reopen: async () => {
        const again = await reopen();
        return mutant(again, overrides(again));
      },
    };
  };
}

const suite = (make: () => IndexUnderTest<VectorTier>) => vectorTierConformance({ create: make, dimensions });

const adding = (change: (batch: VectorBatch, good: VectorTier) => VectorBatch) =>
  broken((good) => ({ add: async (batch, options) => good.add(change(batch, good), options) }));

function split({ ids, vectors }: VectorBatch): VectorBatch[] {
  return ids.map((id, i) => ({ ids: [id], vectors: vectors.slice(i, i + 1) }));
}

const condensing = () =>
  broken((good) => ({ vectors: async (ids) => (await good.vectors(ids)).filter((vector) => vector !== undefined) }));
const sorting = () => broken((good) => ({ vectors: (ids) => good.vectors([...ids].sort((a, b) => a - b)) }));

describe('vectorTierConformance', () => {
  passes(suite(create));
  catches(suite(create), [
    ...derivedIndexMutations(create, split).map(({ create: make, ...rest }) => ({ ...rest, checks: suite(make) })),
    ...(
      [
        ['other dimensions', 'has its dimensions', broken(() => ({ dimensions: 17 }))],
        ['distance for score', 'ranks by inner product', scoring((score) => Math.sqrt(2 - 2 * score))],
        ['the square of the score', 'ranks by inner product', scoring((score) => score * score)],
        ['rounding at the flush', 'gives the same hits before and after a flush', rounding()],
        ['an approximation that misses', 'finds each vector by itself', missing()],
        ['scores of 0', 'leaves out scores of 0 and less, and holds zero vectors', withZero()],
        ['zero vectors left out', 'leaves out scores of 0 and less, and holds zero vectors', withoutZero()],
        ['the last vector of an id', 'keeps the first vector of an id', overwriting()],
        ['vectors without those that are not held', 'gives the vectors that it holds', condensing()],
        ['vectors by ascending id', 'gives the vectors that it holds', sorting()],
        ['the vectors of the caller', 'keeps its own copy of what is added', borrowing()],
        ['a batch cut short by its bad vector', 'refuses bad vectors, and then the whole batch', streaming()],
        ['bad values made 0', 'refuses bad vectors, and then the whole batch', adding(finite)],
        ['ids without a vector', 'refuses bad vectors, and then the whole batch', adding(shorten)],
        ['bad queries answered', 'refuses bad queries', answering()],
      ] as const
    ).map(([name, caughtBy, make]) => ({ name, caughtBy, checks: suite(make) })),
  ]);
});

function scoring(change: (score: number) => number) {
  return broken((good) => ({
    async search(query, options) {
      const hits = await good.search(query, options);
      return hits.map(({ id, score }) => ({ id, score: change(score) })).sort(compareHits);
    },
  }));
}

function rounding() {
  return broken((good) => {
    let digits = 9;
    return {
      async flush() {
        digits = 2;
        await good.flush();
      },
      search: async (query, options) =>
        (await good.search(query, options)).map(({ id, score }) => ({ id, score: Number(score.toFixed(digits)) })),
    };
  });
}

function missing() {
  return broken((good) => ({
    search: async (query, options) => (await good.search(query, options)).filter(({ id }) => id % 10 !== 7 || id < 100),
  }));
}

function withZero() {
  return broken((good) => ({
    async search(query, options) {
      const hits = await good.search(query, options);
      const ids = Array.from({ length: 9 }, (_, id) => id).filter((id) => chunkSetHas(good.coverage(), id));
      return [...hits, ...ids.filter((id) => !hits.some((hit) => hit.id === id)).map((id) => ({ id, score: 0 }))];
    },
  }));
}

function withoutZero() {
  return adding(({ ids, vectors }) => {
    const kept = ids.map((_, i) => i).filter((i) => vectors[i]?.some((value) => value !== 0));
    return { ids: kept.map((i) => ids[i] as number), vectors: kept.map((i) => vectors[i] as Float32Array) };
  });
}

function overwriting() {
  return broken((good) => ({
    async add(batch, options) {
      const held = batch.ids.filter((id) => chunkSetHas(good.coverage(), id));
      await good.remove({ size: held.length, starts: held, ends: held.map((id) => id + 1) });
      await good.add(batch, options);
    },
  }));
}

function borrowing() {
  return broken((good) => {
    const borrowed: VectorBatch[] = [];
    return {
      async add(batch, options) {
        await good.add(batch, options);
        borrowed.push(batch);
      },
      async search(query, options) {
        for (const batch of borrowed) {
          await good.remove({ size: 1, starts: [1], ends: [2] });
          await good.add(batch);
        }
        return good.search(query, options);
      },
    };
  });
}

function streaming() {
  return broken((good) => ({
    async add(batch, options) {
      if (batch.ids.length !== batch.vectors.length) return good.add(batch, options);
      for (const part of split(batch)) await good.add(part, options);
    },
  }));
}

function finite({ ids, vectors }: VectorBatch): VectorBatch {
  return { ids, vectors: vectors.map((vector) => vector.map((value) => (Number.isFinite(value) ? value : 0))) };
}

function shorten({ ids, vectors }: VectorBatch): VectorBatch {
  return { ids: ids.slice(0, vectors.length), vectors: vectors.slice(0, ids.length) };
}

function answering() {
  return broken((good) => ({
    search: (query, options) =>
      query.every(Number.isFinite) ? good.search(query, options) : good.search(new Float32Array(dimensions), options),
  }));
}
