import type { Library, PendingRecord } from '@cubo/library';
import { isMissing } from './file-state.ts';

/**
 * Pending documents that nothing will come of: those that an ingest has met and could not complete, and those whose file
 * is gone. Others wait for the job that they are of.
 */
export async function* lostPending(library: Library, seen: ReadonlySet<string>): AsyncGenerator<PendingRecord> {
  for (const pending of library.pendingDocuments()) {
    if (seen.has(pending.uri) || (await isMissing(pending.uri))) yield pending;
  }
}
