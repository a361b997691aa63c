import { openTieredVectors } from '@cubo/index-tiered';
import type { OpenVectorTier } from './index-context.ts';

/**
 * The tier of a library unless the host has its own. What makes searches faster is done at the end of an update, where it
 * is waited for: in the background it would go on in the host's thread, or be given up with the one that ingests.
 */
export const openOwnTier: OpenVectorTier = (context) => openTieredVectors({ ...context, background: false });
