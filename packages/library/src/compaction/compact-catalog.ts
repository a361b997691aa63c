import { forgetInherited } from '../catalog/inherited-chunks.ts';
import { type Catalog, transact } from '../catalog/open-catalog.ts';
import type { FileLayer } from '../files/file-layer.ts';
import { storageError } from '../files/storage-error.ts';

/**
 * Takes out of the catalog what no document needs any more, writes it anew without free space, and empties its
 * write-ahead log.
 *
 * `secure_delete` overwrites what is deleted, but SQLite may have moved a row from page to page before, and leaves the
 * copy that was moved in the gap of the old page; only writing all pages anew is sure to leave nothing.
 */
export function compactCatalog(catalog: Catalog, files: FileLayer): void {
  transact(catalog, files, () => {
    // What was passed over stays on record; the names of what has left the library do not.
    catalog.prepare("DELETE FROM job_files WHERE outcome = 'removed'").run();
    forgetInherited(catalog);
  });
  try {
    files.commit(() => catalog.exec('VACUUM'));
    catalog.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    throw storageError(error, 'compact', catalog.name);
  }
}
