import { isTrainableEmbedder } from '@cubo/contracts';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import type { HostParts } from './thread-settings.ts';

/** What another thread has to know of the embedder of a library. */
export function embedderFacts(embedder: CuboOptions['embedder']): HostParts['embedder'] {
  if (embedder === false) return false;
  if (embedder === undefined || isTrainableEmbedder(embedder)) return 'latent';
  const { id, fingerprint, dimensions, maxBatch } = embedder;
  return { id, fingerprint, dimensions, maxBatch };
}
