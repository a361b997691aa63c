import type { VectorTier } from '@cubo/contracts';

/** A vector tier that keeps files, and so has what a tier without any may lack. */
export type TieredVectors = VectorTier & Required<Pick<VectorTier, 'compact' | 'optimize'>>;
