import { CuboError } from '@cubo/contracts';

/** The error for a page that could not be fetched; `reason` completes the sentence. */
export function fetchFailed(url: URL, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_NETWORK_FAILED',
    message: `${url.href} could not be fetched: ${reason}.`,
    remedy: 'Open it in a browser to see what it gives, and try again later.',
    path: url.href,
    cause,
  });
}
