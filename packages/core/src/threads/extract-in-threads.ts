import type { MessagePort, Worker } from 'node:worker_threads';
import type { Analyzer, Chunker, Extractor, Logger, OcrEngine } from '@cubo/contracts';
import {
  chunkerSpecification,
  createExtractionPool,
  createLentSources,
  createMessagePeer,
  type ExtractChunks,
  type ExtractionRequest,
  type ExtractorRegistry,
  type MessagePeer,
  unbatchExtracted,
} from '@cubo/ingest';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import type { ProfileSettings } from '../profile/profile.ts';
import { serveHostParts } from './serve-host-parts.ts';
import { startExtractThread } from './start-extract-thread.ts';
import { threadUrl } from './thread-url.ts';

/** How long threads wait for the next document without keeping the process alive, as the ingest thread does. */
const idleMilliseconds = 30_000;
/** How long a document may be read without getting on, as in an ingest. */
const timeLimitMilliseconds = 60_000;

/** Reads documents that are not stored in threads that can be ended: an abort is heard also by what hangs. */
export interface ExtractThreads {
  /** The chunks of a document; with an extractor of the host's own `undefined`: that is called in its thread. */
  extract(...given: Parameters<ExtractChunks>): ReturnType<ExtractChunks> | undefined;
  close(): Promise<void>;
}

/** Reads in threads, as far as the options allow it; else it gives `undefined`. They start when there is work for them. */
export function extractInThreads(parts: {
  readonly options: Pick<CuboOptions, 'analyzer' | 'extractors'>;
  readonly settings: Pick<ProfileSettings, 'threads'>;
  /** In the order of those that every thread makes for itself. */
  readonly builtin: readonly Extractor[];
  readonly registry: ExtractorRegistry;
  readonly chunker: Chunker;
  readonly ocr: OcrEngine | undefined;
  readonly analyzer: Analyzer;
  readonly maximumBytes: number;
  readonly logger: Logger;
}): ExtractThreads | undefined {
  const { options, settings, builtin, registry, ocr, analyzer, maximumBytes, logger } = parts;
  const { extractors = [] } = options;
  const size = settings.threads.value;
  const chunker = chunkerSpecification(parts.chunker);
  if (size === false || chunker === undefined || options.analyzer !== undefined) return undefined;
  if (threadUrl('extract-thread') === undefined) {
    logger.warn('The file of the extract thread is missing, as in a bundle; documents are read in the calling thread.');
    return undefined;
  }
  const lent = createLentSources();
  const started = new Set<{ readonly worker: Worker; readonly port: MessagePort }>();
  let requests = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Serves what a thread asks of objects of the host's own. */
  function connect(port: MessagePort): void {
    const detectLanguage = (text: string) => analyzer.detect(text);
    const served = { embedder: undefined, extractors, registry, ocr, detectLanguage };
    const peer: MessagePeer = createMessagePeer(
      port,
      serveHostParts(served, createLentSources(), () => peer),
    );
    // The thread that asks keeps the process alive, as long as its document is waited for.
    peer.keepAlive(false);
  }

  const pool = createExtractionPool({
    size,
    timeLimitMilliseconds,
    start() {
      const host = {
        embedder: false,
        extractors: extractors.map(({ id, mediaTypes, extensions }) => ({ id, mediaTypes, extensions })),
        ocr: ocr && { id: ocr.id, mediaTypes: ocr.mediaTypes },
      } as const;
      const thread = startExtractThread({
        settings: { maximumBytes, yields: false, chunker, host },
        connect,
        sources: lent,
      });
      started.add(thread);
      thread.worker.once('exit', () => started.delete(thread));
      return thread;
    },
  });

  function begin(): void {
    requests++;
    clearTimeout(timer);
    for (const { worker, port } of started) {
      worker.ref();
      port.ref();
    }
  }

  function end(): void {
    requests--;
    if (requests > 0) return;
    for (const { worker, port } of started) {
      worker.unref();
      port.unref();
    }
    timer = setTimeout(() => void pool.rest(), idleMilliseconds).unref();
  }

  return {
    extract(source, { extractor, sha256 }, context) {
      const place = builtin.indexOf(extractor);
      if (place < 0) return undefined;
      return read();

      async function* read() {
        const { passwords, signal } = context;
        begin();
        const loan = lent.lend(source);
        const argument: ExtractionRequest = {
          ...{ extractor: place, source: loan.message, sha256, passwords },
          maximumBytes: context.maximumBytes,
        };
        try {
          const extraction = pool.begin({ uri: source.uri, argument, onEnd: loan.end });
          yield* unbatchExtracted(extraction.batches(signal), context);
        } finally {
          end();
        }
      }
    },
    async close() {
      clearTimeout(timer);
      await pool.close();
    },
  };
}
