import { lstat, stat } from 'node:fs/promises';
import { dirname, isAbsolute, sep } from 'node:path';

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

/**
 * Whether a file is gone, and not out of reach with the drive that it lies on: its folder is there, or the nearest
 * folder above that is there holds something that was seen.
 */
export async function isGone(uri: string, seen: ReadonlySet<string>): Promise<boolean> {
  if (!(await isMissing(uri))) return false;
  let folder = dirname(uri);
  if (!(await isMissing(folder))) return true;
  while (await isMissing(folder)) folder = dirname(folder);
  const above = folder.endsWith(sep) ? folder : folder + sep;
  for (const other of seen) if (other.startsWith(above)) return true;
  return false;
}
