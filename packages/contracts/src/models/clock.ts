/** The time, replaceable so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The computer's own clock. */
export const systemClock: Clock = Object.freeze({ now: () => Date.now() });
