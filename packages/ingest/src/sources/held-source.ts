import type { Source } from '@cubo/contracts';

/** A source whose bytes are in memory: a document that lies within another. */
export function heldSource(facts: Pick<Source, 'uri' | 'name' | 'mediaType'>, content: Uint8Array): Source {
  return {
    ...facts,
    size: content.byteLength,
    async *open(options) {
      options?.signal?.throwIfAborted();
      yield content;
    },
    async readRange(start, end, options) {
      options?.signal?.throwIfAborted();
      return content.subarray(start, end);
    },
  };
}
