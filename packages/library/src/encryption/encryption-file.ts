import { type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CuboError, isCuboError } from '@cubo/contracts';
import type { FileLayer } from '../files/file-layer.ts';
import { isNoFile } from '../files/storage-error.ts';
import type { LibraryPaths } from '../library-paths.ts';
import { acquireWriterLock, type WriterLock } from '../lock/writer-lock.ts';
import { deriveKey } from './library-key.ts';

/** As long as a write waits for another by default, and as often as it looks. */
const mostMilliseconds = 5000;
const lookMilliseconds = 20;

const format = 'cubo-encryption@1';

/**
 * What an encrypted library says of itself, in the clear: that it is encrypted, how, and by what a wrong key is told from
 * damage. No key is made of it, so that nothing is lost with it.
 */
interface EncryptionFile {
  readonly format: typeof format;
  readonly files: 'AES-256-GCM';
  readonly catalog: 'ChaCha20-Poly1305';
  readonly salt: string;
  /** Derived from the key and the salt. */
  readonly check: string;
}

/**
 * Refuses a key that is not the library's, one that is missing, and one for a library that is not encrypted. Writes nothing.
 *
 * @throws CuboError `CUBO_LIBRARY_ENCRYPTED`, `CUBO_LIBRARY_NOT_ENCRYPTED`, `CUBO_KEY_WRONG` or `CUBO_LIBRARY_INVALID`
 */
export async function checkEncryption(
  paths: LibraryPaths,
  files: FileLayer,
  key: KeyObject | undefined,
): Promise<void> {
  const bytes = await files.read(paths.encryption).catch((error: unknown) => {
    // Where the library's folder is none, whoever makes it says so.
    if (isNoFile(error)) return undefined;
    throw error;
  });
  if (bytes === undefined) {
    if (key !== undefined && (await hasCatalog(paths))) throw notEncrypted(paths);
    return;
  }
  if (key === undefined) throw encrypted(paths);
  const known = parse(bytes);
  if (known === undefined) throw unreadable(paths);
  if (!timingSafeEqual(checkOf(key, Buffer.from(known.salt, 'hex')), Buffer.from(known.check, 'hex')))
    throw wrong(paths);
}

/** Makes the library an encrypted one, durably, before anything else is in it. */
export async function writeEncryption(paths: LibraryPaths, files: FileLayer, key: KeyObject): Promise<void> {
  if ((await files.read(paths.encryption)) !== undefined) return;
  const lock = await soleMaker(paths);
  try {
    // The key of the one that was faster counts.
    await checkEncryption(paths, files, key);
    if ((await files.read(paths.encryption)) === undefined) await write(paths, files, key);
  } finally {
    lock.release();
  }
}

/** Waits while another process makes the same library: without it, one could take the key of the other's catalog away. */
async function soleMaker(paths: LibraryPaths): Promise<WriterLock> {
  for (const end = performance.now() + mostMilliseconds; ; await sleep(lookMilliseconds)) {
    try {
      return acquireWriterLock(paths.lock);
    } catch (error) {
      if (!isCuboError(error, 'CUBO_LIBRARY_LOCKED') || performance.now() >= end) throw error;
    }
  }
}

async function write(paths: LibraryPaths, files: FileLayer, key: KeyObject): Promise<void> {
  const salt = randomBytes(16);
  const made: EncryptionFile = {
    format,
    files: 'AES-256-GCM',
    catalog: 'ChaCha20-Poly1305',
    salt: salt.toString('hex'),
    check: checkOf(key, salt).toString('hex'),
  };
  const temporary = `${paths.encryption}.${randomUUID()}`;
  const file = await files.create(temporary);
  try {
    await file.write(Buffer.from(`${JSON.stringify(made, null, 2)}\n`));
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(temporary, paths.encryption);
  await files.syncDirectory(dirname(paths.encryption));
}

function checkOf(key: KeyObject, salt: Uint8Array): Buffer {
  return deriveKey(key, 'check', salt);
}

/** Not opened: to close a file of SQLite takes its locks from every connection of the process. */
async function hasCatalog({ catalog }: LibraryPaths): Promise<boolean> {
  return ((await stat(catalog).catch(() => undefined))?.size ?? 0) > 0;
}

function parse(bytes: Uint8Array): EncryptionFile | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as EncryptionFile;
    const isHex = (text: unknown, length: number) =>
      typeof text === 'string' && text.length === length && /^[0-9a-f]*$/.test(text);
    return value.format === format && isHex(value.salt, 32) && isHex(value.check, 64) ? value : undefined;
  } catch {
    return undefined;
  }
}

function encrypted({ root }: LibraryPaths): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_ENCRYPTED',
    message: `The library at ${root} is encrypted, and no key was given.`,
    remedy: 'Pass the key it was made with as encryption: { key }, on the command line as --key-file.',
    path: root,
  });
}

function notEncrypted({ root, encryption }: LibraryPaths): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_NOT_ENCRYPTED',
    message: `A key was given, and the library at ${root} is not encrypted.`,
    remedy: `Open it without a key, or ingest into a new library with one. If it was encrypted, restore ${encryption}.`,
    path: root,
  });
}

function wrong({ root }: LibraryPaths): CuboError {
  return new CuboError({
    code: 'CUBO_KEY_WRONG',
    message: `The key that was given is not the one the library at ${root} was made with.`,
    remedy: 'Pass the key it was made with; without it nothing of the library can be read.',
    path: root,
  });
}

function unreadable({ encryption }: LibraryPaths): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_INVALID',
    message: `${encryption} is damaged, or of a newer version of Cubo.`,
    remedy: 'Restore it from a backup, or take that of an empty library made with the same key.',
    path: encryption,
  });
}
