import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after which the event loop has its turn. */
const longestHold = 10;

/** Counts how long work has held the event loop. */
export interface LoopTurns {
  /** Whether ten milliseconds have passed since the last turn. */
  isDue(): boolean;
  /** Gives the event loop its turn. */
  take(): Promise<void>;
}

/** Begins to count. */
export function createLoopTurns(): LoopTurns {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since >= longestHold,
    async take() {
      await nextTurn();
      since = performance.now();
    },
  };
}
