/**
 * Gives up waiting for a result when the signal is aborted, as long as `mayGiveUp` says so. The work behind the result
 * is not touched; its late failure counts as handled.
 */
export function unlessAborted<T>(
  result: Promise<T>,
  signal: AbortSignal | undefined,
  mayGiveUp: () => boolean,
): Promise<T> {
  if (signal === undefined) return result;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      if (mayGiveUp()) reject(signal.reason);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
