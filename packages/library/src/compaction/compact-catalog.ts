import { setTimeout } from 'node:timers/promises';
import { CuboError } from '@cubo/contracts';
import { forgetOldChanges } from '../catalog/document-changes.ts';
import { forgetInherited } from '../catalog/inherited-chunks.ts';
import { forgetLeftNames } from '../catalog/job-names.ts';
import { busyMilliseconds, type Catalog, transact } from '../catalog/open-catalog.ts';
import { forgetLeftQuotes } from '../conversations/forget-quotes.ts';
import type { FileLayer } from '../files/file-layer.ts';
import { storageError } from '../files/storage-error.ts';
import { forgetLeftQuoted } from '../records/forget-quoted.ts';

/** Milliseconds between two tries to empty the log. */
const pauseMilliseconds = 50;

/**
 * Takes out of the catalog what no document needs any more, writes it anew without free space, and empties its
 * write-ahead log.
 *
 * `secure_delete` overwrites what is deleted, but SQLite may have moved a row from page to page before, and leaves the
 * copy that was moved in the gap of the old page; only writing all pages anew is sure to leave nothing.
 *
 * Throws `CUBO_LIBRARY_IN_USE` when somebody reads an earlier state for longer than `patienceMilliseconds`: the log holds
 * what is deleted for as long as that.
 */
export async function compactCatalog(
  catalog: Catalog,
  files: FileLayer,
  options: { readonly patienceMilliseconds: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  transact(catalog, files, () => {
    // What was passed over stays on record; the names of what has left the library do not.
    forgetLeftNames(catalog);
    forgetLeftQuotes(catalog);
    forgetLeftQuoted(catalog);
    forgetInherited(catalog);
    forgetOldChanges(catalog);
  });
  try {
    files.commit(() => catalog.exec('VACUUM'));
  } catch (error) {
    throw storageError(error, 'compact', catalog.name);
  }
  const deadline = performance.now() + options.patienceMilliseconds;
  while (!emptyLog(catalog)) {
    if (performance.now() >= deadline) throw inUse(catalog.name);
    await setTimeout(pauseMilliseconds, undefined, { signal: options.signal }).catch(() => {});
    options.signal?.throwIfAborted();
  }
}

/** Empties the write-ahead log; false where somebody still reads from it. */
function emptyLog(catalog: Catalog): boolean {
  try {
    // Readers are waited for by the caller, and not by SQLite, which would hold up the whole thread.
    catalog.pragma('busy_timeout = 0');
    const [result] = catalog.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return false;
    throw storageError(error, 'compact', catalog.name);
  } finally {
    catalog.pragma(`busy_timeout = ${busyMilliseconds}`);
  }
}

function inUse(path: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_IN_USE',
    message: `All is compacted but the log ${path}-wal, which may still hold names and titles of what was deleted: another program is reading an earlier state of the catalog.`,
    remedy: 'Wait until it has finished, or end it, and compact again.',
    path: `${path}-wal`,
  });
}
