import type { Embedder, VectorTier } from '@cubo/contracts';

/** An embedder with the vectors it made. */
export interface VectorSpace {
  readonly embedder: Embedder;
  readonly tier: VectorTier;
}
