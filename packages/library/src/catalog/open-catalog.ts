import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CuboError } from '@cubo/contracts';
import Database from 'better-sqlite3';
import { openEncryptedDatabase } from '../encryption/open-encrypted-database.ts';
import type { FileLayer } from '../files/file-layer.ts';
import { storageError } from '../files/storage-error.ts';
import { libraryClosed } from '../library-closed.ts';
import { applicationId, formatVersion, migrations } from './schema.ts';

/** How long a statement waits for another connection that is writing. */
export const busyMilliseconds = 10_000;

/** What `better-sqlite3` lets SQLite keep of a database's pages unless told otherwise. */
const mostCacheKibibytes = 16_000;

/** How a catalog is opened. */
export interface OpenCatalogOptions {
  /** Of an encrypted one. */
  readonly key?: KeyObject | undefined;
  /** The most bytes of its pages to keep, up to 16 MB. Default: these. */
  readonly cacheBytes?: number | undefined;
}

/** The catalog's database connection. */
export type Catalog = Database.Database;

function invalid(path: string, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_INVALID',
    message: `${path} ${reason}.`,
    remedy: 'Choose another path for the library, or restore this file from a backup.',
    path,
    cause,
  });
}

/**
 * Opens the catalog of a library, making or migrating it where needed.
 *
 * WAL, so that readers never wait for the writer; `synchronous = FULL`, so that a committed publish survives a power
 * cut.
 */
export function openCatalog(path: string, files: FileLayer, { key, cacheBytes }: OpenCatalogOptions = {}): Catalog {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw invalid(path, 'is a folder where the catalog should be a file');
  let catalog: Catalog;
  try {
    const options = { timeout: busyMilliseconds };
    catalog = key === undefined ? new Database(path, options) : openEncryptedDatabase(path, key, options);
  } catch (error) {
    throw storageError(error, 'open', path);
  }
  try {
    prepare(catalog, path, files, existing === undefined || existing.size === 0);
    if (cacheBytes !== undefined) limitCache(catalog, cacheBytes);
    return catalog;
  } catch (error) {
    catalog.close();
    throw catalogError(error, 'open', path);
  }
}

function prepare(catalog: Catalog, path: string, files: FileLayer, fresh: boolean): void {
  if (!fresh) {
    const id = catalog.pragma('application_id', { simple: true });
    const tables = catalog.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
    if (id !== applicationId && tables > 0) throw invalid(path, 'is a database of another program');
    const version = catalog.pragma('user_version', { simple: true }) as number;
    if (version > formatVersion) {
      throw new CuboError({
        code: 'CUBO_LIBRARY_TOO_NEW',
        message: `The library at ${path} has format ${version}; this version of Cubo reads up to ${formatVersion}.`,
        remedy: 'Update the @cubo packages.',
        path,
      });
    }
  }
  catalog.pragma('journal_mode = WAL');
  catalog.pragma('synchronous = FULL');
  catalog.pragma('foreign_keys = ON');
  // What is deleted is overwritten, so that titles and paths of deleted documents do not stay in free pages.
  catalog.pragma('secure_delete = ON');
  if (catalog.pragma('user_version', { simple: true }) === formatVersion) return;
  transact(catalog, files, () => {
    // Another process may have migrated while this one waited for the lock.
    const version = catalog.pragma('user_version', { simple: true }) as number;
    for (const statements of migrations.slice(version)) catalog.exec(statements);
    catalog.pragma(`application_id = ${applicationId}`);
    catalog.pragma(`user_version = ${formatVersion}`);
  });
}

function limitCache(catalog: Catalog, bytes: number): void {
  const kibibytes = Math.min(mostCacheKibibytes, Math.floor(bytes / 1024));
  // Below zero it is a number of KiB, else one of pages.
  catalog.pragma(`cache_size = ${kibibytes > 0 ? -kibibytes : 0}`);
}

/** What an error of SQLite means for the library. */
function catalogError(error: unknown, action: string, path: string): CuboError {
  const code = (error as { code?: unknown }).code;
  if (code === 'SQLITE_NOTADB' || String(code).startsWith('SQLITE_CORRUPT')) {
    const known = invalid(path, 'is not a readable catalog', error);
    if (code !== 'SQLITE_NOTADB') return known;
    const remedy = `${known.remedy} If the library is encrypted, restore encryption.json beside it.`;
    return new CuboError({ code: known.code, message: known.summary, remedy, path, cause: error });
  }
  // A statement that does not fit the tables, such as "no such table".
  if (code === 'SQLITE_ERROR') return invalid(path, 'does not have the tables of a catalog of this version', error);
  return storageError(error, action, path);
}

/**
 * Reads from the catalog; errors of SQLite become `CUBO_LIBRARY_INVALID` or `CUBO_STORAGE_FAILED`, and what a reader asks
 * that has begun before the library was closed is `CUBO_LIBRARY_CLOSED`.
 */
export function query<T>(catalog: Catalog, run: () => T): T {
  if (!catalog.open) throw libraryClosed(dirname(catalog.name));
  try {
    return run();
  } catch (error) {
    throw catalogError(error, 'read', catalog.name);
  }
}

/** Runs one write transaction whose commit goes through the file layer. */
export function transact<T>(catalog: Catalog, files: FileLayer, run: () => T): T {
  try {
    catalog.exec('BEGIN IMMEDIATE');
    const result = run();
    files.commit(() => catalog.exec('COMMIT'));
    return result;
  } catch (error) {
    if (catalog.inTransaction) catalog.exec('ROLLBACK');
    throw catalogError(error, 'write', catalog.name);
  }
}
