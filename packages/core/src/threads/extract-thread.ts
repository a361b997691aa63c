import { workerData } from 'node:worker_threads';
import {
  builtinExtractors,
  createChunker,
  createExtractorRegistry,
  createLentSources,
  createMessagePeer,
  type MessagePeer,
  serveExtraction,
} from '@cubo/ingest';
import { createAnalyzer } from '@cubo/retrieval';
import { hostExtractors, hostOcrEngine } from './host-parts.ts';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import type { ExtractThreadData } from './thread-settings.ts';

const { port, hostPort, settings } = workerData as ExtractThreadData;
const { host, maximumBytes, chunker } = settings;
if (settings.yields) lowerThreadPriority();

const analyzer = createAnalyzer();
const extractors = builtinExtractors();
const lentToHost = createLentSources();
const hostPeer: MessagePeer = createMessagePeer(hostPort, lentToHost.handlers);
const sources = createLentSources();
const peer: MessagePeer = createMessagePeer(port, {
  ...sources.handlers,
  extract: serveExtraction({
    extractors,
    chunker: createChunker(chunker),
    settings: {
      maximumBytes,
      ocr: hostOcrEngine(host.ocr, hostPeer),
      detectLanguage: (text) => analyzer.detect(text),
      // Those of the host are for what lies within documents.
      registry: createExtractorRegistry([...extractors, ...hostExtractors(host.extractors, hostPeer, lentToHost)]),
    },
    sources,
    peer: () => peer,
  }),
});
peer.tell('ready');
