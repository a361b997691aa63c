import type { Embedder } from '@cubo/contracts';
import type { HostParts } from './thread-settings.ts';

/** What another thread has to know of an embedder of the host's own; without one it makes the default for itself. */
export function embedderFacts(embedder: Embedder | undefined): HostParts['embedder'] {
  if (embedder === undefined) return 'latent';
  const { id, fingerprint, dimensions, maxBatch } = embedder;
  return { id, fingerprint, dimensions, maxBatch };
}
