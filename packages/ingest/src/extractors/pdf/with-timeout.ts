/** Thrown when the time for a piece of work is over. */
export class TimeoutError extends Error {}

/** Waits for a promise at most `milliseconds`, or until the signal is aborted. */
export async function withTimeout<T>(promise: Promise<T>, milliseconds: number, signal?: AbortSignal): Promise<T> {
  let stop = () => {};
  const interruption = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new TimeoutError(`no result within ${Math.ceil(milliseconds / 1000)} s`)),
      milliseconds,
    );
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  // Whichever comes second must not count as an unhandled rejection.
  promise.catch(() => {});
  try {
    return await Promise.race([promise, interruption]);
  } finally {
    stop();
  }
}
