import type { ResourceLimits } from 'node:worker_threads';

/**
 * With V8's own choice each thread holds tens of megabytes more for short-lived objects, for hardly any speed. What it
 * lets lie before it collects it also grows with the limit: with that of the main thread, several times what is needed.
 */
const maxYoungGenerationSizeMb = 12;

/** What the objects of an ingest thread may take, an index being merged included. Vectors and bytes are held outside. */
export const ingestHeap: ResourceLimits = { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: 1024 };

/** What the objects of one document may take in a thread. Bytes are held outside, up to `maximumBytes`. */
export const extractHeap: ResourceLimits = { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: 768 };

/** What the objects of a search thread may take: an index's vocabulary, the model of the embedder, the documents' places. */
export const searchHeap: ResourceLimits = { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: 1024 };
