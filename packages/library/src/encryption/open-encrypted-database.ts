import type { KeyObject } from 'node:crypto';
import type Database from 'better-sqlite3';
import { deriveKey } from './library-key.ts';
import { loadCiphers } from './load-ciphers.ts';

/**
 * Opens a database whose pages, those in its write-ahead log too, are encrypted and authenticated with ChaCha20-Poly1305.
 * What SQLite would put into temporary files stays in memory.
 */
export function openEncryptedDatabase(path: string, key: KeyObject, options: { timeout: number }): Database.Database {
  const database = new (loadCiphers())(path, options);
  try {
    const derived = deriveKey(key, 'catalog');
    database.pragma("cipher = 'chacha20'");
    // A raw key: there is no passphrase to make a key of.
    database.pragma(`key = 'raw:${derived.toString('hex')}'`);
    derived.fill(0);
    database.pragma('temp_store = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
