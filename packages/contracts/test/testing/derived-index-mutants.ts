import { type DerivedIndex, emptyChunkSet, type Hit } from '@cubo/contracts';
import type { IndexUnderTest } from '@cubo/contracts/testing';
import { mutant } from './mutants.ts';

/** What vector tiers and sparse indexes have in common beyond their life cycle. */
interface SearchableIndex<Batch, Query, Options> extends DerivedIndex {
  add(batch: Batch, options?: { signal?: AbortSignal | undefined }): Promise<void>;
  search(query: Query, options: Options): Promise<Hit[]>;
}

/** How a kind of index is broken. */
export interface DerivedIndexMutation<Index extends DerivedIndex> {
  readonly name: string;
  readonly caughtBy: string;
  create(): IndexUnderTest<Index>;
}

/** The ways to break the life cycle that every kind of index must be caught in. */
export function derivedIndexMutations<
  Batch,
  Query,
  Options extends { limit: number },
  Index extends SearchableIndex<Batch, Query, Options>,
>(create: () => IndexUnderTest<Index>, split: (batch: Batch) => Batch[]): DerivedIndexMutation<Index>[] {
  type Overrides = Partial<SearchableIndex<Batch, Query, Options>>;

  /** Breaks the index, and what is reopened from it. */
  const broken = (name: string, caughtBy: string, overrides: (good: Index) => Overrides) => ({
    name,
    caughtBy,
    create(): IndexUnderTest<Index> {
      const { index, reopen } = create();
      const wrap = (good: Index) => mutant<Index>(good, overrides(good) as Partial<Index>);
      return { index: wrap(index), reopen: async () => wrap(await reopen()) };
    },
  });
  const hits = (name: string, caughtBy: string, change: (found: Hit[], options: Options) => Hit[]) =>
    broken(name, caughtBy, (good) => ({
      search: async (query, options) => change(await good.search(query, options), options),
    }));
  const unfiltered = async (good: Index, query: Query, options: Options) => {
    const everything = { ...options, filter: undefined, limit: options.limit };
    return good.search(query, everything);
  };
  const once = (good: Index, method: 'flush' | 'refresh', calls: number) => {
    let left = calls;
    return async () => {
      if (left-- > 0) await good[method]();
    };
  };
  return [
    broken('coverage of chunks that were never added', 'holds nothing at first', (good) => ({
      coverage: () => (good.coverage().size > 0 ? good.coverage() : { size: 1, starts: [0], ends: [1] }),
    })),
    broken('a buffer that searches do not see', 'finds what was added, before and after a flush', (good) => {
      let flushed = 0;
      return {
        async flush() {
          await good.flush();
          flushed++;
        },
        search: async (query, options) => (flushed > 0 ? good.search(query, options) : []),
      };
    }),
    broken('a flush that is not durable', 'keeps what was flushed', (good) => ({ flush: once(good, 'flush', 1) })),
    broken('a limit on the number of files', 'keeps many small flushes', (good) => ({
      flush: once(good, 'flush', 20),
    })),
    broken('a compaction that brings nothing to the disk', 'holds the same after compact(), where it has that', () => ({
      async compact() {},
    })),
    broken('batches that must ascend', 'takes batches in any order', (good) => ({
      async add(batch, options) {
        const before = good.coverage();
        await good.add(batch, options);
        const highest = before.ends.at(-1) ?? 0;
        const now = good.coverage();
        if (before.size > 0 && now.size > before.size && (now.ends.at(-1) ?? 0) <= highest) {
          throw new RangeError('too late');
        }
      },
    })),
    hits('a chunk found twice', 'ignores ids that it holds', (found) =>
      found.length > 3 ? [...found, ...found] : found,
    ),
    hits('ids of 32 bits', 'holds ids of any size', (found) => found.map(({ id, score }) => ({ id: id | 0, score }))),
    hits('ties in another order', 'returns no more than the limit, ties by id', (found) => found.toReversed()),
    hits('one hit too many', 'returns no more than the limit, ties by id', (found, { limit }) =>
      limit === 0 ? [{ id: 8, score: 1 }] : found,
    ),
    broken('a filter applied after the limit', 'applies a filter while it scans', (good) => ({
      async search(query, options) {
        const kept = new Set((await good.search(query, options)).map(({ id }) => id));
        return (await unfiltered(good, query, options)).filter(({ id }) => kept.has(id));
      },
    })),
    broken('no filter', 'applies a filter while it scans', (good) => ({
      search: (query, options) => unfiltered(good, query, options),
    })),
    broken('removal with the next flush', 'forgets removed chunks at once', (good) => {
      let waiting = emptyChunkSet;
      return {
        remove: async (ids) => {
          waiting = ids;
        },
        async flush() {
          await good.remove(waiting);
          await good.flush();
        },
      };
    }),
    broken('removals that are lost', 'keeps removals that were flushed', (good) => ({ flush: once(good, 'flush', 1) })),
    broken('tombstones for ever', 'takes a removed id again', (good) => {
      let dead = false;
      return {
        async remove(ids) {
          dead ||= ids.size > 0;
          await good.remove(ids);
        },
        add: async (batch, options) => (dead ? undefined : good.add(batch, options)),
      };
    }),
    broken('refresh without effect', 'shows the flush of another instance after refresh()', () => ({
      refresh: async () => {},
    })),
    broken('refresh that forgets the buffer', 'keeps what is not flushed through refresh()', (good) => ({
      async refresh() {
        await good.remove({ size: 1, starts: [3], ends: [4] });
        await good.refresh();
      },
    })),
    broken('a flush that blocks searches', 'answers searches during a flush', (good) => {
      let busy = false;
      return {
        async flush() {
          busy = true;
          await good.flush();
          busy = false;
        },
        search: async (query, options) => (busy ? [] : good.search(query, options)),
      };
    }),
    broken('stats that make no sense', 'has plausible stats', (good) => ({
      stats: () => ({ ...good.stats(), bytes: Number.NaN }),
    })),
    broken('a signal that is not heard', 'honours an aborted signal', (good) => ({
      search: (query, options) => good.search(query, { ...options, signal: undefined }),
    })),
    broken('half of a batch added before the abort', 'honours an aborted signal', (good) => ({
      async add(batch, options) {
        for (const part of split(batch)) await good.add(part);
        options?.signal?.throwIfAborted();
      },
    })),
    broken('use after close()', 'can be closed twice and is closed then', () => ({ close: async () => {} })),
    broken('an error on the second close()', 'can be closed twice and is closed then', (good) => {
      let closed = false;
      return {
        async close() {
          if (closed) throw new Error('closed');
          closed = true;
          await good.close();
        },
      };
    }),
  ];
}
