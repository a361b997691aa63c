import type { DenseSide } from '@cubo/retrieval';
import { embedQueryChecked } from '../indexes/embed-checked.ts';
import type { VectorSpace } from '../indexes/vector-space.ts';

/** The dense side of one search, and whether its model has failed. */
export interface SearchedDenseSide extends DenseSide {
  /** Whether an error is that of the embedder, so that the words can answer without it. */
  isFailureOfModel(error: unknown): boolean;
}

/** The dense side of one search: each of its texts is embedded once. */
export function denseSide({ tier, embedder }: VectorSpace, signal: AbortSignal | undefined): SearchedDenseSide {
  const embedded = new Map<string, Promise<Float32Array>>();
  let failure: { readonly error: unknown } | undefined;

  async function embed(text: string): Promise<Float32Array> {
    try {
      return await embedQueryChecked(embedder, text, { signal });
    } catch (error) {
      if (!signal?.aborted) failure = { error };
      throw error;
    }
  }

  return {
    tier,
    embedQuery(text) {
      const vector = embedded.get(text) ?? embed(text);
      embedded.set(text, vector);
      return vector;
    },
    isFailureOfModel: (error) => failure !== undefined && failure.error === error,
  };
}
