import { lstat } from 'node:fs/promises';
import { folderAround } from '@cubo/ingest';
import { filesBelow } from '../ingest/files-below.ts';

/**
 * Replaces folders that are new among changed paths by the files in them that nobody has told of. Files that are
 * written the moment their folder is made can escape a watcher: it begins to watch the folder when it hears of it. A
 * folder that has taken the place of a document's file stays among the paths as well: that file is gone.
 */
export async function withUnnoticedFiles(
  paths: readonly string[],
  { isWaiting, isKnown }: { isWaiting: (path: string) => boolean; isKnown: (path: string) => boolean },
): Promise<string[]> {
  const given = new Set(paths);
  const files = new Set<string>();
  for (const path of paths) {
    const isFolder = (await lstat(path).catch(() => undefined))?.isDirectory();
    if (!isFolder || isKnown(path)) files.add(path);
    if (isFolder && folderAround(path, given) === undefined) {
      for await (const file of filesBelow(path)) if (!isWaiting(file) && !isKnown(file)) files.add(file);
    }
  }
  return [...files].sort();
}
