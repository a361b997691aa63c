import type { Source } from '@cubo/contracts';
import { factsOf } from './facts-of.ts';

/** The sources behind those that are followed. */
const originals = new WeakMap<Source, Source>();

/** The same source; `hear` is told at which byte the reader is, each time that it has read some. */
export function followReading(source: Source, hear: (position: number) => void): Source {
  const followed: Source = {
    ...factsOf(source),
    async *open(options) {
      let position = 0;
      for await (const bytes of source.open(options)) {
        position += bytes.byteLength;
        hear(position);
        yield bytes;
      }
    },
    ...(source.readRange && {
      async readRange(start: number, end: number, options?: { signal?: AbortSignal | undefined }) {
        const bytes = (await source.readRange?.(start, end, options)) as Uint8Array;
        hear(start + bytes.byteLength);
        return bytes;
      },
    }),
  };
  originals.set(followed, source);
  return followed;
}

/** The source itself, for another thread, which follows by itself: a file is read by each thread on its own. */
export function unfollowed(source: Source): Source {
  return originals.get(source) ?? source;
}
