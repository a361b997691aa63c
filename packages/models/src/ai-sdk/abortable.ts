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
      if (late)
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
