import type { SearchThreadHandle } from './search-thread-handle.ts';

/** How long a thread without work lives on: starting one takes longer than a search. */
const idleMilliseconds = 300_000;

/** Threads that do the same work, started as they are needed. */
export interface SearchPool {
  /** Calls a function of the thread that has least to do. */
  call<Result>(name: string, argument: unknown, signal?: AbortSignal | undefined): Promise<Result>;
  /** Calls a function of each thread that runs; one that ends meanwhile gives nothing. */
  callAll<Result>(name: string): Promise<Result[]>;
  /** Lets every thread end its work and go: the next call starts another. Only those without work are waited for. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a pool of at most `size` threads. */
export function createSearchPool({ size, start }: { size: number; start: () => SearchThreadHandle }): SearchPool {
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

  async function renew(): Promise<void> {
    stopCounting();
    const old = threads;
    threads = [];
    for (const thread of old) leaving.add(thread);
    await Promise.all(old.map(leaveIfIdle));
  }

  async function leaveIfIdle(thread: SearchThreadHandle): Promise<void> {
    if (thread.running > 0 || !leaving.delete(thread)) return;
    await thread.close();
  }

  function stopCounting(): void {
    clearTimeout(idle);
    idle = undefined;
  }

  /** Counts the time without work, unless it is counted already. */
  function countIdle(): void {
    const isIdle = threads.length > 0 && threads.every(({ running }) => running === 0);
    if (isIdle) idle ??= setTimeout(() => void renew(), idleMilliseconds).unref();
  }

  async function work<Result>(thread: SearchThreadHandle, run: () => Promise<Result>): Promise<Result> {
    stopCounting();
    try {
      return await run();
    } finally {
      await leaveIfIdle(thread);
      countIdle();
    }
  }

  async function askAside<Result>(thread: SearchThreadHandle, name: string): Promise<Result[]> {
    try {
      return [await thread.call<Result>(name, undefined, undefined)];
    } catch (error) {
      if (thread.isAlive()) throw error;
      return [];
    } finally {
      await leaveIfIdle(thread);
      countIdle();
    }
  }

  return {
    async call<Result>(name: string, argument: unknown, signal?: AbortSignal | undefined) {
      for (let attempt = 1; ; attempt++) {
        signal?.throwIfAborted();
        if (closed) throw new Error('The threads that search have been ended.');
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
      const alive = threads.filter((thread) => thread.isAlive());
      return (await Promise.all(alive.map((thread) => askAside<Result>(thread, name)))).flat();
    },
    renew,
    async close() {
      closed = true;
      stopCounting();
      const all = [...threads, ...leaving];
      threads = [];
      leaving.clear();
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}
