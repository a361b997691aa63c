import { CuboError } from '@cubo/contracts';

/** The error for the use of a library that has been closed. */
export function libraryClosed(path: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_CLOSED',
    message: `The library at ${path} was closed.`,
    remedy: 'Open it again, and close it only when nothing uses it any more.',
    path,
  });
}
