import { openTieredVectors } from '@cubo/index-tiered';
import type { OpenVectorTier } from './index-context.ts';

/** Vectors up to so many bytes are compared with a query one by one, in a few milliseconds. */
const scanBytes = 16 * 2 ** 20;

/**
 * The tier of a library unless the host has its own. Beyond what is scanned vectors are compressed at once: a graph takes
 * many times as long to make, and its vectors stay in memory. What makes searches faster is done at the end of an update,
 * where it is waited for: in the background it would go on in the host's thread, or be given up with the one that ingests.
 */
export const openOwnTier: OpenVectorTier = (context) =>
  openTieredVectors({
    ...context,
    // There is no graph to leave memory to; a part is left for the codebooks of cold segments.
    cacheBytes: Math.floor(0.75 * context.memoryBytes),
    hot: { scanBytes, capacity: Math.floor(scanBytes / (context.dimensions + 4)) },
    background: false,
  });
