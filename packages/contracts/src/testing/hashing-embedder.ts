import { createHash } from 'node:crypto';
import type { Embedder } from '../models/embedder.ts';
import { words } from './words.ts';

/** Options of a {@link hashingEmbedder}. */
export interface HashingEmbedderOptions {
  /** Length of the vectors. Default 64. */
  readonly dimensions?: number | undefined;
  /** Default 256. */
  readonly maxBatch?: number | undefined;
}

/**
 * An embedder for tests that needs no model: a bag of words, each word hashed to a component and a sign (the hashing
 * trick of Weinberger et al., 2009). Texts that share words are near each other; it knows nothing of meaning.
 */
export function hashingEmbedder({ dimensions = 64, maxBatch = 256 }: HashingEmbedderOptions = {}): Embedder {
  function embed(text: string): Float32Array {
    const vector = new Float32Array(dimensions);
    for (const word of words(text)) {
      const hash = createHash('sha256').update(word).digest();
      const component = hash.readUInt32LE(0) % dimensions;
      vector[component] = (vector[component] as number) + ((hash[4] as number) % 2 === 0 ? 1 : -1);
    }
    const length = Math.hypot(...vector);
    return length === 0 ? vector : vector.map((value) => value / length);
  }
  return {
    id: 'hashing',
    fingerprint: `hashing@1:${dimensions}`,
    dimensions,
    maxBatch,
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
