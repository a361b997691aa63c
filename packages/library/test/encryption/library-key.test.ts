import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { deriveKey, libraryKey } from '../../src/encryption/library-key.ts';
import { testKey } from '../encryptions.ts';

const digits = Buffer.from(testKey).toString('hex');

test('a key may be given as bytes, as digits and as an object', () => {
  const keys = [testKey, Buffer.from(testKey), digits, digits.toUpperCase(), createSecretKey(testKey)].map(libraryKey);
  for (const key of keys) expect(key.export().toString('hex')).toBe(digits);
  expect(inspect(keys[0], { depth: 9, showHidden: true })).not.toContain(digits.slice(0, 8));
});

test.each([
  ['too few bytes', testKey.subarray(1)],
  ['too many digits', `${digits}0`],
  ['64 characters that are no digits', `secret${digits.slice(6)}`.replace('s', 'z')],
  ['a key that is no secret one', generateKeyPairSync('ed25519').publicKey],
  ['a secret key of another size', createSecretKey(testKey.subarray(16))],
  ['a number', 12345678],
  ['null', null],
  ['nothing', undefined],
])('%s is refused, and not repeated', (_name, key) => {
  const thrown = (() => {
    try {
      libraryKey(key);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(inspect(thrown, { depth: 9 })).not.toMatch(/ecret[0-9a-f]{6}|12345678/);
  expect(inspect(thrown)).not.toContain(digits.slice(8, 20));
});

test('each purpose and each salt has a key of its own', () => {
  const key = libraryKey(testKey);
  const derived = [
    deriveKey(key, 'file', Buffer.from('a')),
    deriveKey(key, 'file', Buffer.from('b')),
    deriveKey(key, 'catalog'),
    deriveKey(libraryKey('01'.repeat(32)), 'catalog'),
  ].map((bytes) => bytes.toString('hex'));
  expect(new Set([...derived, digits]).size).toBe(5);
});
