import type { Embedder } from '@cubo/contracts';

/** The embedder of the README: one component for each letter. */
export function myEmbedder(): Embedder {
  function embed(text: string): Float32Array {
    const counts = new Float32Array(26);
    for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
      const index = letter.charCodeAt(0) - 97;
      counts[index] = (counts[index] as number) + 1;
    }
    const length = Math.hypot(...counts);
    return length === 0 ? counts : counts.map((count) => count / length);
  }
  return {
    id: 'letters',
    fingerprint: 'letters@1',
    dimensions: 26,
    maxBatch: 100,
    async embedDocuments(texts, options) {
      options?.signal?.throwIfAborted();
      return texts.map(embed);
    },
    async embedQuery(text, options) {
      options?.signal?.throwIfAborted();
      return embed(text);
    },
  };
}
