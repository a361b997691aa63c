import { lstat } from 'node:fs/promises';
import { CuboError } from '@cubo/contracts';
import { isNotFound } from '@cubo/library';

/** Throws `CUBO_PATH_NOT_FOUND` for a path that is not there. One that may not be looked at is left to the scan. */
export async function assertExists(path: string): Promise<void> {
  const problem = await lstat(path).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem === undefined || !isNotFound(problem)) return;
  throw pathNotFound(path, problem);
}

/** The error for a path that is not there. */
export function pathNotFound(path: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `There is no file or folder ${path}.`,
    remedy: 'Check the path.',
    path,
    cause,
  });
}
