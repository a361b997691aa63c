/** The time, replaceable so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls back once when so many milliseconds have passed, and gives a function that takes the call back. What waits must
   * not keep the process alive. Without it the computer's timers are used, so that a clock which only tells another time
   * stays a clock.
   */
  schedule?(milliseconds: number, call: () => void): () => void;
}

/** The computer's own clock. */
export const systemClock: Required<Clock> = Object.freeze({
  now: () => Date.now(),
  schedule(milliseconds: number, call: () => void) {
    const timer = setTimeout(call, milliseconds).unref();
    return () => clearTimeout(timer);
  },
});
