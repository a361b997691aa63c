import type { SearchStep } from '@cubo/contracts';

/** Tells how long the steps of a search take. */
export interface Stopwatch {
  /** Adds the time that the work takes to a step. */
  time<T>(step: SearchStep, work: () => T | Promise<T>): Promise<T>;
  /** Milliseconds of each step so far, and since the stopwatch was made. */
  milliseconds(): Partial<Record<SearchStep, number>> & { total: number };
}

/** Starts. */
export function createStopwatch(): Stopwatch {
  const started = performance.now();
  const steps: Partial<Record<SearchStep, number>> = {};
  return {
    async time(step, work) {
      const before = performance.now();
      try {
        return await work();
      } finally {
        steps[step] = (steps[step] ?? 0) + performance.now() - before;
      }
    },
    milliseconds: () => ({ ...steps, total: performance.now() - started }),
  };
}
