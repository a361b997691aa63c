import { CuboError, isCuboError, type Source } from '@cubo/contracts';
import { inTime } from './in-time.ts';
import { unreadable } from './open-regular-file.ts';
import type { ReadSourceOptions } from './read-source-options.ts';

/**
 * Streams a source's bytes; whatever its `open` throws arrives as a `CuboError` that names it, except an abort. That ends
 * the reading at once, also of a source that waits for ever and does not listen to the signal. One that gives nothing for
 * longer than it may is given up with `CUBO_SOURCE_TIMEOUT`.
 */
export async function* sourceBytes(source: Source, options: ReadSourceOptions = {}): AsyncGenerator<Uint8Array> {
  const { signal } = options;
  signal?.throwIfAborted();
  const bytes = source.open({ signal });
  const iterator = bytes[Symbol.asyncIterator]();
  let isWaiting = false;
  try {
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        isWaiting = true;
        const step = Promise.resolve(iterator.next()).finally(() => {
          isWaiting = false;
        });
        next = await inTime(step, source.uri, options);
      } catch (cause) {
        signal?.throwIfAborted();
        throw isCuboError(cause) ? cause : unreadable(source.uri, cause);
      }
      signal?.throwIfAborted();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const left = Promise.resolve(iterator.return?.());
    // What has not given its bytes does not return either, perhaps never.
    if (signal?.aborted || isWaiting) left.catch(() => {});
    else await left;
  }
}

/**
 * Reads a whole source into memory.
 *
 * @throws CuboError `CUBO_SOURCE_TOO_LARGE` as soon as it turns out to be larger than `maximumBytes`,
 * `CUBO_SOURCE_UNREADABLE` when it cannot be read
 */
export async function readSource(
  source: Source,
  options: ReadSourceOptions & { readonly maximumBytes: number },
): Promise<Uint8Array> {
  const { maximumBytes } = options;
  if (source.size !== undefined && source.size > maximumBytes) throw tooLarge(source, source.size, maximumBytes);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of sourceBytes(source, options)) {
    length += part.byteLength;
    if (length > maximumBytes) throw tooLarge(source, length, maximumBytes);
    parts.push(part);
  }
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** Bytes that tell one format from another. */
const headSize = 64 * 1024;
const smallHead = 4096;

/**
 * Reads the first 64 KB of a source, or all of it if there are fewer, by which its format is recognised.
 *
 * @throws CuboError `CUBO_SOURCE_UNREADABLE` when it cannot be read
 */
export async function readSourceHead(source: Source, options: ReadSourceOptions = {}): Promise<Uint8Array> {
  const { size = 0 } = source;
  // Most sources are small. What a source says of its size is believed, but not to the byte.
  const head = new Uint8Array(size > 0 ? Math.min(headSize, Math.max(smallHead, size)) : headSize);
  let length = 0;
  for await (const part of sourceBytes(source, options)) {
    const fitting = part.subarray(0, head.length - length);
    head.set(fitting, length);
    length += fitting.byteLength;
    if (length === head.length) break;
  }
  return head.subarray(0, length);
}

function tooLarge(source: Source, size: number, maximumBytes: number): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TOO_LARGE',
    message: `${source.uri} has at least ${size} bytes, more than the ${maximumBytes} that a file of its format may have.`,
    remedy: 'Split the document, or raise the limit.',
    path: source.uri,
  });
}
