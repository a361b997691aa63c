import { expect, test, vi } from 'vitest';
import { createSearchPool } from '../src/threads/search-pool.ts';
import type { SearchThreadHandle } from '../src/threads/search-thread-handle.ts';

interface Thread extends SearchThreadHandle {
  running: number;
  /** Ends the oldest call. */
  finish(): void;
  die(): void;
  closed: boolean;
}

/** Threads whose calls end when they are told to. */
function threads() {
  const started: Thread[] = [];
  const start = () => {
    const calls: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
    let alive = true;
    const thread: Thread = {
      running: 0,
      closed: false,
      async call<Result>() {
        thread.running++;
        try {
          return (await new Promise((resolve, reject) => calls.push({ resolve, reject }))) as Result;
        } finally {
          thread.running--;
        }
      },
      isAlive: () => alive,
      finish: () => calls.shift()?.resolve(started.indexOf(thread)),
      die() {
        alive = false;
        for (const { reject } of calls.splice(0)) reject(new Error(`thread ${started.indexOf(thread)} died`));
      },
      async close() {
        thread.closed = true;
        thread.die();
      },
    };
    started.push(thread);
    return thread;
  };
  return { started, start };
}

test('a thread is started when all others are at work, up to the size of the pool', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 2, start });
  const calls = [1, 2, 3].map(() => pool.call('search', undefined));
  expect(started.map(({ running }) => running)).toEqual([2, 1]);
  for (const thread of [0, 0, 1]) started[thread]?.finish();
  expect(await Promise.all(calls)).toEqual([0, 1, 0]);
  const next = pool.call('search', undefined);
  started[0]?.finish();
  expect(await next).toBe(0);
  await pool.close();
});

test('what a dying thread was doing is done by another, once', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 1, start });
  const call = pool.call('search', undefined);
  started[0]?.die();
  await vi.waitFor(() => expect(started).toHaveLength(2));
  started[1]?.finish();
  expect(await call).toBe(1);
  const doomed = pool.call('search', undefined);
  started[1]?.die();
  await vi.waitFor(() => expect(started).toHaveLength(3));
  started[2]?.die();
  await expect(doomed).rejects.toThrow('thread 2 died');
  await pool.close();
});

test('renewed, threads end their work and go', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 1, start });
  const before = pool.call('search', undefined);
  await pool.renew();
  expect(started[0]?.closed).toBe(false);
  const after = pool.call('search', undefined);
  started[0]?.finish();
  started[1]?.finish();
  expect(await Promise.all([before, after])).toEqual([0, 1]);
  expect(started.map(({ closed }) => closed)).toEqual([true, false]);
  await pool.close();
  expect(started[1]?.closed).toBe(true);
});

test('all threads are called, those that have come to their end aside', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 2, start });
  const calls = [0, 1].map(() => pool.call('search', undefined));
  for (const thread of started) thread.finish();
  await Promise.all(calls);
  started[0]?.die();
  const all = pool.callAll('cacheStats');
  started[0]?.die();
  started[1]?.finish();
  expect(await all).toEqual([1]);
  await pool.close();
});

test('a closed pool starts nothing for what it was doing', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 1, start });
  const call = expect(pool.call('search', undefined)).rejects.toThrow('thread 0 died');
  await pool.close();
  await call;
  expect(started).toHaveLength(1);
  await expect(pool.call('search', undefined)).rejects.toThrow('have been ended');
  expect(started).toHaveLength(1);
});

test('what is aborted already starts nothing', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 1, start });
  await expect(pool.call('search', undefined, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(started).toHaveLength(0);
});

test('all threads are asked but those that have ended, or end meanwhile', async () => {
  const { started, start } = threads();
  const pool = createSearchPool({ size: 3, start });
  const calls = [1, 2, 3].map(() => pool.call('search', undefined));
  for (const thread of started) thread.finish();
  await Promise.all(calls);
  started[0]?.die();
  const all = pool.callAll('stats');
  started[1]?.die();
  started[2]?.finish();
  expect(await all).toEqual([2]);
  await pool.close();
});

test('to be asked aside does not keep threads from going', async () => {
  vi.useFakeTimers();
  try {
    const { started, start } = threads();
    const pool = createSearchPool({ size: 1, start });
    const call = pool.call('search', undefined);
    const all = pool.callAll('stats');
    started[0]?.finish();
    await call;
    started[0]?.finish();
    await all;
    await vi.advanceTimersByTimeAsync(299_000);
    const again = pool.callAll('stats');
    started[0]?.finish();
    await again;
    expect(started[0]?.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(started[0]?.closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    await pool.close();
  } finally {
    vi.useRealTimers();
  }
});

test('threads without work go after a while', async () => {
  vi.useFakeTimers();
  try {
    const { started, start } = threads();
    const pool = createSearchPool({ size: 1, start });
    const call = pool.call('search', undefined);
    started[0]?.finish();
    await call;
    await vi.advanceTimersByTimeAsync(299_000);
    expect(started[0]?.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(started[0]?.closed).toBe(true);
    await pool.close();
  } finally {
    vi.useRealTimers();
  }
});
