export { batchExtracted, type ExtractedBatch, unbatchExtracted } from './extracted-batch.ts';
export { createLentSources, type LentSources, type SourceMessage } from './lent-sources.ts';
export {
  createMessagePeer,
  type MessagePeer,
  type PeerCallOptions,
  type PeerHandler,
} from './message-peer.ts';
