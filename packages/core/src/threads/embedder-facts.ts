import type { Embedder } from '@cubo/contracts';
import type { EmbedderFacts } from '../models/held-embedder.ts';

/** What another thread has to know of an embedder of the host's own. */
export function embedderFacts(embedder: Embedder | undefined): EmbedderFacts | undefined {
  if (embedder === undefined) return undefined;
  const { id, fingerprint, dimensions, maxBatch } = embedder;
  return { id, fingerprint, dimensions, maxBatch };
}
