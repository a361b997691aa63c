// #region embedder
import type { Embedder } from '@cubo/contracts';

/** Counts the three-letter sequences of a text: crude, but it forgives misspelt words. */
export function trigramEmbedder({ dimensions = 512 } = {}): Embedder {
  function embed(text: string): Float32Array {
    const vector = new Float32Array(dimensions);
    const letters = ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
    for (let i = 0; i + 3 <= letters.length; i++) {
      const trigram = letters.slice(i, i + 3);
      let hash = 2166136261;
      for (const letter of trigram) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
      const at = (hash >>> 0) % dimensions;
      vector[at] = (vector[at] ?? 0) + 1;
    }
    const length = Math.hypot(...vector);
    return length === 0 ? vector : vector.map((value) => value / length);
  }
  return {
    id: 'trigram',
    // Everything that changes the vectors is in the fingerprint: another one makes the library embed anew.
    fingerprint: `trigram@1:${dimensions}`,
    dimensions,
    maxBatch: 256,
    async embedDocuments(texts, { signal } = {}) {
      signal?.throwIfAborted();
      return texts.map(embed);
    },
    async embedQuery(text, { signal } = {}) {
      signal?.throwIfAborted();
      return embed(text);
    },
  };
}
// #endregion
