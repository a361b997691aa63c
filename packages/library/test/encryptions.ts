import type { EncryptionOptions } from '../src/index.ts';

/** A key of tests. */
export const testKey = new Uint8Array(32).map((_, i) => 7 * i + 3);

/** Both ways to keep a library. */
export const encryptions: readonly { name: string; encryption: EncryptionOptions | undefined }[] = [
  { name: 'not encrypted', encryption: undefined },
  { name: 'encrypted', encryption: { key: testKey } },
];
