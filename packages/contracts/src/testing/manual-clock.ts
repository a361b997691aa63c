import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../models/clock.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Required<Clock> {
  /**
   * Moves the time on. What is due is called in the order in which it is due, at its own time, and what each call sets off
   * has some turns of the event loop before the next one.
   */
  advance(milliseconds: number): Promise<void>;
  /** How many calls wait to be due. */
  waiting(): number;
}

interface Waiting {
  readonly at: number;
  readonly call: () => void;
}

/** Turns of the event loop after a call: promises that it keeps are then done, as far as they wait for nothing else. */
const turns = 3;

/**
 * A clock for tests.
 *
 * @param start milliseconds since the epoch; default 0
 */
export function manualClock(start = 0): ManualClock {
  const waiting = new Set<Waiting>();
  let now = start;

  function nextBefore(end: number): Waiting | undefined {
    let next: Waiting | undefined;
    for (const one of waiting) if (one.at <= end && (next === undefined || one.at < next.at)) next = one;
    return next;
  }

  async function rest(): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await setImmediate();
  }

  return {
    now: () => now,
    schedule(milliseconds, call) {
      const one = { at: now + milliseconds, call };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (let next = nextBefore(end); next !== undefined; next = nextBefore(end)) {
        waiting.delete(next);
        now = Math.max(now, next.at);
        next.call();
        await rest();
      }
      now = end;
      await rest();
    },
    waiting: () => waiting.size,
  };
}
