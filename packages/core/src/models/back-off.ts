import { type Clock, CuboError, isCuboError } from '@cubo/contracts';
import { failureReason } from '../errors/failure-reason.ts';
import { formatSeconds } from '../text/format-seconds.ts';

/** How long a model that goes on failing is left alone. */
export interface BackOff {
  /** Failures since the last answer. */
  failures(): number;
  /** Throws the last error while it is too early to try again, and tells when it is not. */
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
      const wait = dueAt - clock.now();
      if (failures > 0 && wait > 0) throw tooEarly(last, failures, wait);
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

function tooEarly(last: unknown, failures: number, milliseconds: number): unknown {
  const when = `It failed ${failures} times in a row, and is tried again in ${formatSeconds(milliseconds / 1000)}`;
  if (!isCuboError(last)) return new Error(`${failureReason(last)}. ${when}.`, { cause: last });
  const { code, summary, remedy, path, cause } = last;
  return new CuboError({ code, message: `${summary} ${when}.`, remedy, path, cause });
}
