/**
 * Waits for work, but throws the signal's reason at once when that is aborted, even while the work does not listen to it.
 * The work goes on; how it ends is then no concern of the caller.
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // Nobody listens any more once the race is decided.
  promise.catch(() => {});
  work.catch(() => {});
  try {
    if (signal.aborted) stop();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
