import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isMissingFile } from '../sources/is-missing.ts';

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

/** Whether there is no file of this name any more; a folder is none. Of names that are no paths nothing can be said. */
export async function isMissing(uri: string): Promise<boolean> {
  return isAbsolute(uri) && (await isMissingFile(uri));
}
