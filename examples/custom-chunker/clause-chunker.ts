// #region chunker
import type { Chunk, Chunker } from '@cubo/contracts';
import { createLocatorNarrower } from '@cubo/core';

/** Makes each clause of a contract a chunk: all from a line that begins with "§ 5" to the next such line. */
export function clauseChunker(): Chunker {
  return {
    id: 'clause@1',
    async *chunk(sections, { signal } = {}): AsyncGenerator<Chunk> {
      for await (const section of sections) {
        signal?.throwIfAborted();
        const { text, kind, heading, context } = section;
        const locate = createLocatorNarrower(section);
        let end = 0;
        for (const clause of text.split(/^(?=§ ?\d)/m)) {
          const start = end + clause.length - clause.trimStart().length;
          end += clause.length;
          const trimmed = clause.trim();
          if (trimmed === '') continue; // no chunk of white space alone
          yield { text: trimmed, kind, locator: locate(start, start + trimmed.length), heading, context };
        }
      }
    },
  };
}
// #endregion
