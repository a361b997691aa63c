import type { Clock } from '@cubo/contracts';

/** How long a model that goes on failing is left alone. */
export interface BackOff {
  /** Failures since the last answer. */
  failures(): number;
  /** Throws the last error while it is too early to try again. */
  assertDue(): void;
  failed(error: unknown): void;
  answered(): void;
}

/** Milliseconds after the second failure in a row; twice as many after each further one. */
const firstPause = 1000;
const longestPause = 60_000;

/**
 * Makes the back-off of a model. The use after a first failure tries at once, since most failures pass; from the second one
 * on it waits, so that what takes long to fail (a file of gigabytes, a server that does not answer) does not slow down every search.
 */
export function createBackOff(clock: Clock): BackOff {
  let failures = 0;
  let dueAt = 0;
  let last: unknown;
  return {
    failures: () => failures,
    assertDue() {
      if (failures > 0 && clock.now() < dueAt) throw last;
    },
    failed(error) {
      failures++;
      last = error;
      const pause = failures === 1 ? 0 : Math.min(firstPause * 2 ** (failures - 2), longestPause);
      dueAt = clock.now() + pause;
    },
    answered() {
      failures = 0;
      last = undefined;
    },
  };
}
