import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { CuboError } from '@cubo/contracts';
import Database from 'better-sqlite3';
import { storageError } from '../files/storage-error.ts';

/** The right to write to a library, held until it is released or the process ends. */
export interface WriterLock {
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Takes the writer lock, or throws `CUBO_LIBRARY_LOCKED` with its owner.
 *
 * The lock is the exclusive lock of an empty SQLite database, held by an open transaction. The operating system drops
 * it with the process, however that ends, so a lock can never be left behind and there is no guessing whether its owner
 * still lives. The file beside it only serves the message. (File locks of network drives are not reliable: a library
 * belongs on a local disk.)
 */
export function acquireWriterLock(path: string): WriterLock {
  const ownerPath = `${path}.owner.json`;
  let database: Database.Database;
  try {
    // A moment's patience, for which the thread stands still: somebody may just be looking whether it is held.
    database = new Database(path, { timeout: 5 });
  } catch (error) {
    throw storageError(error, 'open', path);
  }
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const code = (error as { code?: string }).code ?? '';
    if (code.startsWith('SQLITE_BUSY')) throw lockedError(path, readOwner(ownerPath));
    throw storageError(error, 'lock', path);
  }
  const owner: Owner = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    writeFileSync(ownerPath, JSON.stringify(owner));
  } catch {
    // The message of a second writer will name no owner; the lock itself does not depend on it.
  }
  return {
    release() {
      if (database.open) database.close();
    },
  };
}

/** Tells whether somebody holds the writer lock, without taking it. */
export function isWriterLockHeld(path: string): boolean {
  const database = new Database(path, { timeout: 0 });
  try {
    // Reading needs the shared lock, which an exclusive one refuses.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return true;
    throw storageError(error, 'open', path);
  } finally {
    database.close();
  }
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function lockedError(path: string, owner: Owner | undefined): CuboError {
  const who = owner ? `process ${owner.pid} on ${owner.host} since ${owner.since}` : 'another process';
  return new CuboError({
    code: 'CUBO_LIBRARY_LOCKED',
    message: `The library is being written to by ${who}.`,
    remedy: 'Wait until it has finished, or end that process; searching is possible meanwhile.',
    path,
  });
}
