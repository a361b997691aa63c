export type { SourceFacts } from '../sources/facts-of.ts';
export { batchExtracted, type ExtractedBatch, unbatchExtracted } from './extracted-batch.ts';
export { createExtractionPool, type Extraction, type ExtractionPool, type ExtractionTask } from './extraction-pool.ts';
export type { StartedThread } from './extraction-thread.ts';
export {
  createLentSources,
  type LentSource,
  type LentSources,
  type SourceMessage,
} from './lent-sources.ts';
export { createMessagePeer, type MessagePeer, type PeerCallOptions, type PeerHandler } from './message-peer.ts';
export { type ReadAhead, type ReadAheadOptions, readAhead } from './read-ahead.ts';
export { type ExtractionRequest, serveExtraction } from './serve-extraction.ts';
