import { lstat, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

/**
 * What tells that a file was written to: it changes with every change of its bytes. `undefined` for what is no file, and
 * for one that is not there.
 */
export async function fileState(uri: string): Promise<string | undefined> {
  if (!isAbsolute(uri)) return undefined;
  try {
    const { size, mtimeNs, ino } = await stat(uri, { bigint: true });
    return `${size} ${mtimeNs} ${ino}`;
  } catch {
    return undefined;
  }
}

/** Whether there is no file of this name any more. Of names that are no paths nothing can be said. */
export async function isMissing(uri: string): Promise<boolean> {
  if (!isAbsolute(uri)) return false;
  try {
    await lstat(uri);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
