import { createHash } from 'node:crypto';

/** A short file name for a fingerprint of any length and characters. */
export function folderName(fingerprint: string): string {
  return createHash('sha256').update(fingerprint).digest('hex').slice(0, 16);
}
