import { type Clock, systemClock } from '@cubo/contracts';

/** Who is searching, so that what can wait does. */
export interface SearchTraffic {
  /** Counts a search while it runs. */
  during<Result>(search: () => Promise<Result>): Promise<Result>;
  /** Counts a question while its steps are gone through. */
  through<Step>(steps: AsyncIterable<Step>): AsyncIterable<Step>;
  /**
   * Waits while there are any, but not for ever: who has waited a second in vain is not held for the next one, so that an
   * ingest goes on at half its speed at least, however many searches follow each other.
   */
  quiet(signal: AbortSignal | undefined): Promise<void>;
}

/** The longest that one step waits, and how long those behind it then do not. */
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
  /** Until then nobody waits. */
  let freeUntil = Number.NEGATIVE_INFINITY;

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
      if (running === 0 || signal?.aborted || clock.now() < freeUntil) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = schedule(longestMilliseconds, () => {
        freeUntil = clock.now() + longestMilliseconds;
        resolve();
      });
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
