import { CuboError } from '@cubo/contracts';

/** The error for a source whose parts lie inside each other more deeply than any real one's. */
export function tooDeep(uri: string, most: number, parts: string, remedy: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `${uri} has more than ${most} ${parts} inside each other.`,
    remedy,
    path: uri,
  });
}
