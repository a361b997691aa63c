import type { SkippedFile } from '@cubo/contracts';
import type { DocumentRecord, Library, PendingRecord } from '@cubo/library';
import { isWithin } from '../sources/path-names.ts';
import { isGone, isMissing } from './file-state.ts';

/** What an ingest has seen. */
interface Looked {
  readonly seen: ReadonlySet<string>;
  readonly problems: readonly SkippedFile[];
}

/** The names of a document to take away when the file of its own name is gone: that, and those that are gone with it. */
export async function goneNames(document: DocumentRecord, { seen }: Looked): Promise<string[]> {
  const names: string[] = [];
  for (const { uri } of document.aliases) if (!seen.has(uri) && (await isGone(uri, seen))) names.push(uri);
  return [...names, document.uri];
}

/** Aliases whose files are gone. */
export async function* goneAliases(library: Library, { seen, problems }: Looked): AsyncGenerator<string> {
  for (const { uri } of library.aliases()) {
    if (seen.has(uri) || problems.some(({ path }) => isWithin(uri, path))) continue;
    if (await isGone(uri, seen)) yield uri;
  }
}

/**
 * Pending documents that nothing will come of: those that this ingest has met and could not complete, and those whose
 * file is gone. Others wait for the job that they are of.
 */
export async function* lostPending(library: Library, { seen }: Looked): AsyncGenerator<PendingRecord> {
  for (const pending of library.pendingDocuments()) {
    if (seen.has(pending.uri) || (await isMissing(pending.uri))) yield pending;
  }
}
