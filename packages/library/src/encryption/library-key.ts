import { createSecretKey, hkdfSync, KeyObject } from 'node:crypto';
import { CuboError } from '@cubo/contracts';

/** How the files of a library are encrypted. */
export interface EncryptionOptions {
  /**
   * The key: 32 bytes that nobody can guess, as bytes, as 64 hexadecimal digits, or as a secret `KeyObject`. It is never
   * stored, and without it nothing of the library can be read. Of a passphrase make one with `scrypt` of `node:crypto`.
   */
  readonly key: Uint8Array | string | KeyObject;
}

const keyBytes = 32;

/**
 * The key of a library as an object that shows its bytes to nobody who prints it, and that can be sent to threads.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for what is no key, without a word of it
 */
export function libraryKey(key: unknown): KeyObject {
  const made = secretOf(key);
  // As it is left by who overwrites a key that is used a second time.
  if (made.export().every((byte) => byte === 0)) throw noKey('is nothing but zeros');
  return made;
}

function secretOf(key: unknown): KeyObject {
  if (key instanceof KeyObject) {
    if (key.type === 'secret' && key.symmetricKeySize === keyBytes) return key;
    throw noKey(key.type === 'secret' ? `has ${key.symmetricKeySize} bytes` : `is a ${key.type} key`);
  }
  if (key instanceof Uint8Array) {
    if (key.length === keyBytes) return createSecretKey(key);
    throw noKey(`has ${key.length} bytes`);
  }
  if (typeof key !== 'string') throw noKey(`is ${key === null ? 'null' : `of the type ${typeof key}`}`);
  if (/^[0-9a-f]{64}$/i.test(key)) return createSecretKey(key, 'hex');
  throw noKey(key.length === 2 * keyBytes ? 'is not hexadecimal' : `is a text of ${key.length} characters`);
}

/** A key for one purpose, from which neither the library's key nor that of another purpose can be found out. */
export function deriveKey(key: KeyObject, purpose: string, salt: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `cubo ${purpose}`, keyBytes));
}

function noKey(reason: string): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The option encryption.key ${reason}.`,
    remedy: 'Pass 32 bytes, or 64 hexadecimal digits; of a passphrase make them with scrypt of node:crypto.',
  });
}
