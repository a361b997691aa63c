import type { DenseSide } from '@cubo/retrieval';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';

/** The dense side of one search: each of its texts is embedded once. */
export function denseSide({ tier, embedder }: VectorSpace, signal: AbortSignal | undefined): DenseSide {
  const embedded = new Map<string, Promise<Float32Array>>();
  return {
    tier,
    embedQuery(text) {
      const vector = embedded.get(text) ?? embedQueryChecked(embedder, text, { signal });
      embedded.set(text, vector);
      return vector;
    },
  };
}
