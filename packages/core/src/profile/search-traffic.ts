import { type Clock, systemClock } from '@cubo/contracts';

/** Who is searching, so that what can wait does. */
export interface SearchTraffic {
  /** Counts a search while it runs. */
  during<Result>(search: () => Promise<Result>): Promise<Result>;
  /** Counts a question while its steps are gone through. */
  through<Step>(steps: AsyncIterable<Step>): AsyncIterable<Step>;
  /** Waits while there are any, but not for ever: an ingest goes on step by step however many follow each other. */
  quiet(signal: AbortSignal | undefined): Promise<void>;
}

/** The longest that one step waits. */
const longestMilliseconds = 1000;

/** Nobody is waited for. */
export const openRoad: SearchTraffic = {
  during: (search) => search(),
  through: (steps) => steps,
  quiet: async () => {},
};

/** Counts searches. */
export function createSearchTraffic(clock: Clock): SearchTraffic {
  const schedule = clock.schedule?.bind(clock) ?? systemClock.schedule;
  const waiting = new Set<() => void>();
  let running = 0;

  function begin(): () => void {
    let isOver = false;
    running++;
    return () => {
      if (isOver) return;
      isOver = true;
      running--;
      if (running === 0) for (const wake of waiting) wake();
    };
  }

  return {
    async during(search) {
      const end = begin();
      try {
        return await search();
      } finally {
        end();
      }
    },
    async *through(steps) {
      const end = begin();
      try {
        yield* steps;
      } finally {
        end();
      }
    },
    async quiet(signal) {
      if (running === 0 || signal?.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = schedule(longestMilliseconds, resolve);
      waiting.add(resolve);
      const stop = () => resolve();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        await promise;
      } finally {
        waiting.delete(resolve);
        cancel();
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}
