import { createHash } from 'node:crypto';
import type { Source } from '@cubo/contracts';
import { sourceBytes } from './read-source.ts';
import type { ReadSourceOptions } from './read-source-options.ts';

/** What {@link hashSource} found. */
export interface SourceHash {
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
  /** How many bytes there were. */
  readonly bytes: number;
}

/**
 * Hashes a source while streaming it.
 *
 * @throws CuboError `CUBO_SOURCE_UNREADABLE` when it cannot be read
 */
export async function hashSource(source: Source, options: ReadSourceOptions = {}): Promise<SourceHash> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of sourceBytes(source, options)) {
    hash.update(part);
    bytes += part.byteLength;
  }
  return { sha256: hash.digest('hex'), bytes };
}
