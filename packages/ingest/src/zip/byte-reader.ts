import { isCuboError, type Source } from '@cubo/contracts';
import { unreadable } from '../sources/open-regular-file.ts';
import { readSource } from '../sources/read-source.ts';
import { zipError } from './zip-error.ts';

/** Reads a source in any order. */
export interface ByteReader {
  /** Bytes there are. */
  readonly size: number;
  /**
   * The bytes from `start` up to `end`, all of them.
   *
   * @throws CuboError `CUBO_FORMAT_INVALID` when the source ends before
   */
  read(start: number, end: number, signal?: AbortSignal | undefined): Promise<Uint8Array>;
}

/**
 * Reads a source by its `readRange` or, where it has none, from memory.
 *
 * @throws CuboError `CUBO_SOURCE_TOO_LARGE` when it has no `readRange` and more than `maximumBytes`
 */
export async function openByteReader(
  source: Source,
  options: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<ByteReader> {
  const { size } = source;
  if (source.readRange === undefined || size === undefined) {
    const bytes = await readSource(source, options);
    return { size: bytes.byteLength, read: async (start, end) => whole(bytes.subarray(start, end), start, end) };
  }
  function whole(bytes: Uint8Array, start: number, end: number): Uint8Array {
    if (bytes.byteLength === end - start) return bytes;
    throw zipError('CUBO_FORMAT_INVALID', source.uri, 'ends before the place where its directory says that data lie');
  }
  return {
    size,
    async read(start, end, signal) {
      let bytes: Uint8Array | undefined;
      try {
        bytes = await source.readRange?.(start, end, { signal });
      } catch (cause) {
        signal?.throwIfAborted();
        throw isCuboError(cause) ? cause : unreadable(source.uri, cause);
      }
      signal?.throwIfAborted();
      return whole(bytes ?? new Uint8Array(0), start, end);
    },
  };
}
