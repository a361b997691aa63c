import type { SearchThreadHandle } from './search-thread-handle.ts';

/** How long a thread without work lives on: starting one takes longer than a search. */
const idleMilliseconds = 300_000;

/** Threads that do the same work, started as they are needed. */
export interface SearchPool {
  /** Calls a function of the thread that has least to do. */
  call<Result>(name: string, argument: unknown, signal?: AbortSignal | undefined): Promise<Result>;
  /** Calls a function of each thread that runs; one that comes to its end meanwhile has no result. */
  callAll<Result>(name: string): Promise<Result[]>;
  /** Lets every thread end its work and go: the next call starts another. */
  renew(): void;
  close(): Promise<void>;
}

/** Makes a pool of at most `size` threads. */
export function createSearchPool({
  size,
  start,
  onEmpty,
}: {
  size: number;
  start: () => SearchThreadHandle;
  /** Hears that no thread is left that goes on taking work. */
  onEmpty?: (() => void) | undefined;
}): SearchPool {
  let threads: SearchThreadHandle[] = [];
  /** Threads that take no more work. */
  const leaving = new Set<SearchThreadHandle>();
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  /** A thread that has nothing to do, a new one, or the one with least to do: the same ones are kept warm. */
  function choose(): SearchThreadHandle {
    threads = threads.filter((thread) => thread.isAlive());
    const free = threads.find(({ running }) => running === 0);
    if (free !== undefined) return free;
    if (threads.length < size) {
      const started = start();
      threads.push(started);
      return started;
    }
    return threads.reduce((least, thread) => (thread.running < least.running ? thread : least));
  }

  function renew(): void {
    const old = threads;
    threads = [];
    onEmpty?.();
    for (const thread of old) {
      leaving.add(thread);
      void leaveIfIdle(thread);
    }
  }

  async function leaveIfIdle(thread: SearchThreadHandle): Promise<void> {
    if (thread.running > 0 || !leaving.delete(thread)) return;
    await thread.close();
  }

  async function work<Result>(thread: SearchThreadHandle, run: () => Promise<Result>): Promise<Result> {
    clearTimeout(idle);
    try {
      return await run();
    } finally {
      await leaveIfIdle(thread);
      if (threads.every(({ running }) => running === 0)) idle = setTimeout(renew, idleMilliseconds).unref();
    }
  }

  return {
    async call<Result>(name: string, argument: unknown, signal?: AbortSignal | undefined) {
      for (let attempt = 1; ; attempt++) {
        const thread = choose();
        try {
          return await work(thread, () => thread.call<Result>(name, argument, signal));
        } catch (error) {
          // A thread may come to its end by another search, of which this one is not to hear; a second time it may be this one.
          if (closed || signal?.aborted || thread.isAlive() || attempt === 2) throw error;
        }
      }
    },
    async callAll<Result>(name: string) {
      const called = threads.map(async (thread) => {
        try {
          return [await work(thread, () => thread.call<Result>(name, undefined, undefined))];
        } catch (error) {
          if (thread.isAlive()) throw error;
          return [];
        }
      });
      return (await Promise.all(called)).flat();
    },
    renew,
    async close() {
      closed = true;
      clearTimeout(idle);
      const all = [...threads, ...leaving];
      threads = [];
      leaving.clear();
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}
