import type { Source } from '../documents/source.ts';

/** What a {@link memorySource} is made from. */
export interface MemorySourceOptions {
  /** File name, whose extension helps to find the extractor. */
  readonly name: string;
  /** The content; a string is encoded as UTF-8. */
  readonly bytes: Uint8Array | string;
  /** Default: `memory:` and the name. */
  readonly uri?: string | undefined;
  readonly mediaType?: string | undefined;
  /** The most bytes yielded at once. Default: all of them. */
  readonly pieceSize?: number | undefined;
}

/** A source whose bytes are in memory. */
export function memorySource(options: MemorySourceOptions): Source {
  const bytes = typeof options.bytes === 'string' ? new TextEncoder().encode(options.bytes) : options.bytes;
  const pieceSize = options.pieceSize ?? Math.max(1, bytes.length);
  return {
    uri: options.uri ?? `memory:${options.name}`,
    name: options.name,
    mediaType: options.mediaType,
    size: bytes.length,
    async readRange(start, end, readOptions) {
      readOptions?.signal?.throwIfAborted();
      return bytes.slice(start, end);
    },
    async *open(openOptions) {
      for (let start = 0; start < bytes.length; start += pieceSize) {
        openOptions?.signal?.throwIfAborted();
        yield bytes.slice(start, start + pieceSize);
      }
    },
  };
}
