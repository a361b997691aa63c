import { lstat } from 'node:fs/promises';
import { pathNotFound } from '@cubo/ingest';
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
