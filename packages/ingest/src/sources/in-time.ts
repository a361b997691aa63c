import type { ReadSourceOptions } from './read-source-options.ts';
import { sourceTimeout } from './source-timeout.ts';

/** How long a source may take to give its next bytes, unless another limit is asked for. */
const defaultMilliseconds = 60_000;

/**
 * What a promise of the bytes of a source gives. The signal's reason as soon as that is aborted, and
 * `CUBO_SOURCE_TIMEOUT` when the time is over: what is behind the promise need not listen to either.
 */
export function inTime<T>(promise: Promise<T>, uri: string, options: ReadSourceOptions): Promise<T> {
  const { signal, timeLimitMilliseconds = defaultMilliseconds } = options;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal?.reason);
    const giveUp = () => {
      reject(
        sourceTimeout(uri, timeLimitMilliseconds, 'Check that what gives its bytes answers, and ingest it again.'),
      );
    };
    const timer = setTimeout(giveUp, timeLimitMilliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => {
        signal?.removeEventListener('abort', onAbort);
        clearTimeout(timer);
      });
  });
}
