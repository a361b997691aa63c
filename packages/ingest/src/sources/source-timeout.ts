import { CuboError } from '@cubo/contracts';

/** The error for a source that does not get on. */
export function sourceTimeout(uri: string, milliseconds: number, remedy: string): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TIMEOUT',
    message: `Reading ${uri} was given up after ${milliseconds / 1000} seconds without any progress.`,
    remedy,
    path: uri,
  });
}
