import { lstat } from 'node:fs/promises';
import type { SkippedFile } from '@cubo/contracts';
import type { DocumentRecord } from '@cubo/library';
import { isWithin } from './is-within.ts';

/**
 * The documents below ingested paths whose files do not exist any more. That a scan did not meet a file is not enough:
 * scans pass over hidden files and folders, which may have been ingested by their own names. Folders that could not be
 * read take nothing with them either: what lies in them is unknown, not gone.
 */
export async function* goneDocuments(options: {
  documents: Iterable<DocumentRecord>;
  /** The ingested files and folders, absolute. */
  paths: readonly string[];
  /** URIs that the scan has met. */
  seen: ReadonlySet<string>;
  /** What the scan could not read. */
  problems: readonly SkippedFile[];
}): AsyncGenerator<DocumentRecord> {
  const { documents, paths, seen, problems } = options;
  for (const document of documents) {
    const { uri } = document;
    if (seen.has(uri) || !paths.some((path) => isWithin(uri, path))) continue;
    if (problems.some((problem) => isWithin(uri, problem.path))) continue;
    if (await isMissing(uri)) yield document;
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
