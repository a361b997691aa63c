/**
 * What is awaited, or the reason of a signal that aborts before: a model need not heed its signal.
 *
 * @param late what is done with a result that comes after that
 */
export function abortable<Result>(
  awaited: PromiseLike<Result>,
  signal: AbortSignal | undefined,
  late?: (result: Result) => PromiseLike<unknown>,
): Promise<Result> {
  if (signal === undefined) return Promise.resolve(awaited);
  return new Promise<Result>((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      // Also without `late`: a model that heeds its signal fails, and nobody else waits for that.
      Promise.resolve(awaited)
        .then(late)
        .catch(() => {});
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(awaited)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
