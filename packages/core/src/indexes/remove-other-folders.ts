import { join } from 'node:path';
import type { FileLayer } from '@cubo/library';

/**
 * Removes what lies in a folder, but for some names. A file that is held open elsewhere (Windows) stays for the next
 * time.
 */
export async function removeOtherFolders(files: FileLayer, folder: string, keep: readonly string[]): Promise<void> {
  for (const { name } of await files.list(folder)) {
    if (!keep.includes(name)) await files.remove(join(folder, name)).catch(() => {});
  }
}
