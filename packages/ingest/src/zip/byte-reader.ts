import { isCuboError, type Source } from '@cubo/contracts';
import { unreadable } from '../sources/open-regular-file.ts';
import { readSource } from '../sources/read-source.ts';
import { zipError } from './zip-error.ts';

/** Bytes that are read at once where fewer are asked for: what lies side by side is mostly asked for in turn. */
const windowSize = 64 * 1024;

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
  async function readRange(start: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    let bytes: Uint8Array | undefined;
    try {
      bytes = await source.readRange?.(start, end, { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      throw isCuboError(cause) ? cause : unreadable(source.uri, cause);
    }
    signal?.throwIfAborted();
    return bytes ?? new Uint8Array(0);
  }
  let window: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };
  return {
    size,
    async read(start, end, signal) {
      if (end - start >= windowSize) return whole(await readRange(start, end, signal), start, end);
      let held = window;
      if (start < held.start || end > held.start + held.bytes.byteLength) {
        held = { start, bytes: await readRange(start, Math.min(size, start + windowSize), signal) };
        window = held;
      }
      return whole(held.bytes.subarray(start - held.start, end - held.start), start, end);
    },
  };
}
