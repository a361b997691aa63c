import assert from 'node:assert/strict';
import { type ChunkSet, chunkIds, chunkSetFromIds, emptyChunkSet } from '../indexes/chunk-set.ts';
import type { DerivedIndex } from '../indexes/derived-index.ts';
import type { Hit } from '../indexes/hit.ts';
import { assertAborts } from './assert-aborts.ts';
import { assertCuboError } from './assert-cubo-error.ts';
import type { ConformanceCheck } from './conformance-check.ts';

/** A new, empty index and the way to its storage. */
export interface IndexUnderTest<Index extends DerivedIndex> {
  readonly index: Index;
  /**
   * Opens the same storage once more, as another process would; `index` may still be open. The suite closes the result.
   */
  reopen(): Promise<Index>;
}

/** How the common checks handle one kind of index. */
export interface DerivedIndexSubject<Index extends DerivedIndex> {
  create(): IndexUnderTest<Index> | Promise<IndexUnderTest<Index>>;
  /** Adds items, all alike, that `search` finds. */
  add(index: Index, ids: readonly number[], options?: { signal?: AbortSignal }): Promise<void>;
  search(index: Index, options: { limit: number; filter?: ChunkSet; signal?: AbortSignal }): Promise<Hit[]>;
}

type Opened<Index extends DerivedIndex> = IndexUnderTest<Index>;

/** Runs `body` with a new index; closes it and all that was reopened from it. */
export async function withIndex<Index extends DerivedIndex>(
  create: DerivedIndexSubject<Index>['create'],
  body: (opened: Opened<Index>) => Promise<void>,
): Promise<void> {
  const { index, reopen } = await create();
  const opened: Index[] = [index];
  try {
    await body({
      index,
      async reopen() {
        const again = await reopen();
        opened.push(again);
        return again;
      },
    });
  } finally {
    for (const each of opened.reverse()) await each.close();
  }
}

const many = 1000;

/** The checks that all kinds of {@link DerivedIndex} have in common: life cycle, limits, filters. */
export function derivedIndexChecks<Index extends DerivedIndex>(
  subject: DerivedIndexSubject<Index>,
): ConformanceCheck[] {
  const { add, search } = subject;

  /** Fails unless the index covers and finds exactly these ids; as all items are alike, in the order of the ids. */
  async function assertHolds(index: Index, ids: readonly number[], what: string): Promise<void> {
    assert.deepEqual([...chunkIds(index.coverage())], ids, `${what}: coverage()`);
    const hits = await search(index, { limit: many });
    assert.deepEqual(
      hits.map(({ id }) => id),
      ids,
      `${what}: search()`,
    );
    assert.equal(index.stats().chunks, ids.length, `${what}: stats().chunks`);
  }

  const check = (name: string, body: (opened: Opened<Index>) => Promise<void>): ConformanceCheck => ({
    name,
    run: () => withIndex(subject.create, body),
  });
  return [
    check('holds nothing at first', async ({ index, reopen }) => {
      await assertHolds(index, [], 'a new index');
      await add(index, []);
      await index.remove(emptyChunkSet);
      await index.remove(chunkSetFromIds([1, 2, 3]));
      await index.refresh();
      await index.flush();
      await index.flush();
      await assertHolds(index, [], 'after empty changes');
      await index.close();
      await assertHolds(await reopen(), [], 'reopened');
    }),
    check('finds what was added, before and after a flush', async ({ index }) => {
      await add(index, [1, 2, 3]);
      await assertHolds(index, [1, 2, 3], 'before the flush');
      await index.flush();
      await assertHolds(index, [1, 2, 3], 'after the flush');
      await add(index, [4, 9]);
      await assertHolds(index, [1, 2, 3, 4, 9], 'after another add');
    }),
    check('keeps what was flushed', async ({ index, reopen }) => {
      await add(index, [1, 2]);
      await index.flush();
      await add(index, [7, 8]);
      await index.flush();
      await index.close();
      await assertHolds(await reopen(), [1, 2, 7, 8], 'reopened');
    }),
    check('keeps many small flushes', async ({ index, reopen }) => {
      const ids = Array.from({ length: 40 }, (_, i) => i * 2 + 1);
      for (const id of ids) {
        await add(index, [id]);
        await index.flush();
      }
      await assertHolds(index, ids, 'after the flushes');
      await index.close();
      await assertHolds(await reopen(), ids, 'reopened');
    }),
    check('takes batches in any order', async ({ index, reopen }) => {
      await add(index, [20, 21]);
      await add(index, [1, 30]);
      await index.flush();
      await add(index, [5, 25]);
      await assertHolds(index, [1, 5, 20, 21, 25, 30], 'before the last flush');
      await index.flush();
      await index.close();
      await assertHolds(await reopen(), [1, 5, 20, 21, 25, 30], 'reopened');
    }),
    check('ignores ids that it holds', async ({ index }) => {
      await add(index, [1, 2]);
      await add(index, [1, 2, 3]);
      await assertHolds(index, [1, 2, 3], 'added twice before a flush');
      await index.flush();
      await add(index, [2, 3, 4]);
      await assertHolds(index, [1, 2, 3, 4], 'added again after a flush');
      await index.flush();
      await assertHolds(index, [1, 2, 3, 4], 'flushed again');
    }),
    check('holds ids of any size', async ({ index, reopen }) => {
      const ids = [0, 2 ** 31, 2 ** 32 + 1, 2 ** 48, 2 ** 52];
      await add(index, ids);
      await assertHolds(index, ids, 'before the flush');
      await index.flush();
      await index.close();
      await assertHolds(await reopen(), ids, 'reopened');
    }),
    check('returns no more than the limit, ties by id', async ({ index }) => {
      await add(index, [8, 9]);
      await index.flush();
      await add(index, [2, 5]);
      const found = async (limit: number) => (await search(index, { limit })).map(({ id }) => id);
      assert.deepEqual(await found(0), [], 'limit 0');
      assert.deepEqual(await found(1), [2], 'limit 1');
      assert.deepEqual(await found(3), [2, 5, 8], 'limit 3');
      assert.deepEqual(await found(4), [2, 5, 8, 9], 'the limit is the size');
      assert.deepEqual(await found(5000), [2, 5, 8, 9], 'the limit is over the size');
    }),
    check('applies a filter while it scans', async ({ index }) => {
      await add(
        index,
        Array.from({ length: 60 }, (_, i) => i),
      );
      await index.flush();
      await add(index, [60, 61]);
      const found = async (...ids: number[]) =>
        (await search(index, { limit: 3, filter: chunkSetFromIds(ids) })).map(({ id }) => id);
      assert.deepEqual(await found(57, 59, 61), [57, 59, 61], 'a filter on the ids behind the limit');
      assert.deepEqual(await found(10, 20, 30, 40), [10, 20, 30], 'a filter on more ids than the limit');
      assert.deepEqual(await found(61, 62, 9999), [61], 'a filter on ids that it does not hold');
      assert.deepEqual(await found(), [], 'an empty filter');
    }),
    check('forgets removed chunks at once', async ({ index }) => {
      await add(index, [1, 2, 3]);
      await index.flush();
      await add(index, [4, 5]);
      await index.remove(chunkSetFromIds([2, 5, 77]));
      await assertHolds(index, [1, 3, 4], 'before the flush');
      assert.deepEqual((await search(index, { limit: 2 })).length, 2, 'removed chunks take places of the limit');
      await index.flush();
      await assertHolds(index, [1, 3, 4], 'after the flush');
      await index.remove(chunkSetFromIds([1, 3, 4]));
      await assertHolds(index, [], 'after all were removed');
    }),
    check('keeps removals that were flushed', async ({ index, reopen }) => {
      await add(index, [1, 2, 3, 4]);
      await index.flush();
      await index.remove(chunkSetFromIds([2, 3]));
      await index.flush();
      await index.close();
      await assertHolds(await reopen(), [1, 4], 'reopened');
    }),
    check('holds the same after compact(), where it has that', async ({ index, reopen }) => {
      if (index.compact === undefined) return;
      await index.compact();
      await add(index, [1, 2, 3, 4]);
      await index.flush();
      await add(index, [5, 6, 7]);
      await index.flush();
      const reader = await reopen();
      await add(index, [8, 9]);
      await index.remove(chunkSetFromIds([2, 5, 6, 7, 9]));
      await index.compact();
      await assertHolds(index, [1, 3, 4, 8], 'after compact()');
      await reader.refresh();
      await assertHolds(reader, [1, 3, 4, 8], 'another instance, after compact()');
      await index.remove(chunkSetFromIds([1, 3, 4, 8]));
      await index.compact();
      await assertHolds(index, [], 'after compact() without anything left');
      await add(index, [2, 5]);
      await index.compact();
      await index.close();
      await assertHolds(await reopen(), [2, 5], 'removed ids, added anew');
    }),
    check('takes a removed id again', async ({ index, reopen }) => {
      await add(index, [1, 2]);
      await index.flush();
      await index.remove(chunkSetFromIds([2]));
      await add(index, [2]);
      await assertHolds(index, [1, 2], 'removed and added before a flush');
      await index.remove(chunkSetFromIds([1]));
      await index.flush();
      await add(index, [1]);
      await assertHolds(index, [1, 2], 'removed, flushed, and added');
      await index.flush();
      await index.close();
      await assertHolds(await reopen(), [1, 2], 'reopened');
    }),
    check('shows the flush of another instance after refresh()', async ({ index, reopen }) => {
      const reader = await reopen();
      await add(index, [1, 2, 3]);
      await reader.refresh();
      await assertHolds(reader, [], 'before the flush');
      await index.flush();
      await reader.refresh();
      await assertHolds(reader, [1, 2, 3], 'after the flush');
      await index.remove(chunkSetFromIds([2]));
      await add(index, [4]);
      await index.flush();
      await reader.refresh();
      await assertHolds(reader, [1, 3, 4], 'after the second flush');
    }),
    check('keeps what is not flushed through refresh()', async ({ index }) => {
      await add(index, [1, 2]);
      await index.flush();
      await add(index, [3]);
      await index.remove(chunkSetFromIds([1]));
      await index.refresh();
      await assertHolds(index, [2, 3], 'after refresh()');
    }),
    check('answers searches during a flush', async ({ index }) => {
      await add(index, [1, 2]);
      await index.flush();
      await add(index, [3]);
      const searches = Array.from({ length: 4 }, () => search(index, { limit: 9 }));
      const flushed = index.flush();
      searches.push(...Array.from({ length: 4 }, () => search(index, { limit: 9 })));
      for (const hits of await Promise.all(searches)) {
        assert.deepEqual(
          hits.map(({ id }) => id),
          [1, 2, 3],
          'a search beside a flush',
        );
      }
      await flushed;
    }),
    check('has plausible stats', async ({ index }) => {
      await add(index, [1, 2]);
      await index.flush();
      const { chunks, bytes, segments } = index.stats();
      assert.equal(chunks, 2, 'stats().chunks');
      assert.ok(Number.isSafeInteger(bytes) && bytes >= 0, 'stats().bytes must be a natural number');
      assert.ok(Number.isSafeInteger(segments) && segments >= 0, 'stats().segments must be a natural number');
    }),
    check('honours an aborted signal', async ({ index }) => {
      await add(index, [1]);
      await assertAborts((signal) => search(index, { limit: 1, signal }), 'search()');
      await assertAborts((signal) => add(index, [2], { signal }), 'add()');
      await assertHolds(index, [1], 'after the aborted add()');
    }),
    check('can be closed twice and is closed then', async ({ index }) => {
      await add(index, [1]);
      await index.close();
      await index.close();
      await assertCuboError(() => search(index, { limit: 1 }), 'search() after close()', 'CUBO_LIBRARY_CLOSED');
      await assertCuboError(() => add(index, [2]), 'add() after close()', 'CUBO_LIBRARY_CLOSED');
      await assertCuboError(() => index.flush(), 'flush() after close()', 'CUBO_LIBRARY_CLOSED');
    }),
  ];
}
