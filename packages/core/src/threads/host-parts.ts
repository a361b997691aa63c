import type { Embedder, Extractor, Hit, OcrEngine, Reranker, Section, SkippedFile, Source } from '@cubo/contracts';
import {
  type ExtractedBatch,
  type LentSources,
  type MessagePeer,
  type SourceMessage,
  unbatchExtracted,
} from '@cubo/ingest';
import type { HostExtraction, HostRecognition } from './serve-host-parts.ts';
import type { HostQuery, HostReranking } from './serve-search-parts.ts';
import type { HostParts } from './thread-settings.ts';

/** An embedder of the host's own, which is called in the host's thread. */
export function hostEmbedder(
  facts: Pick<Embedder, 'id' | 'fingerprint' | 'dimensions' | 'maxBatch'>,
  peer: MessagePeer,
): Embedder {
  return {
    ...facts,
    embedDocuments: (texts, options) => peer.call<Float32Array[]>('embed', texts, options),
    embedQuery(text, options) {
      const asked: HostQuery = { embedder: facts.fingerprint, text };
      return peer.call<Float32Array>('embedQuery', asked, options);
    },
  };
}

/** A reranker of the host's own, which is called in the host's thread. */
export function hostReranker(facts: Pick<Reranker, 'id' | 'depth'>, peer: MessagePeer): Reranker {
  return {
    ...facts,
    rerank(query, candidates, options) {
      const asked: HostReranking = { query, candidates };
      return peer.call<Hit[]>('rerank', asked, options);
    },
  };
}

/** Extractors of the host's own, which are called in the host's thread. */
export function hostExtractors(facts: HostParts['extractors'], peer: MessagePeer, sources: LentSources): Extractor[] {
  return facts.map((fact, extractor) => ({
    ...fact,
    async *extract(source, context) {
      const { maximumBytes, passwords, signal } = context;
      const { message, end } = sources.lend(source);
      try {
        const asked: HostExtraction = { extractor, source: message, maximumBytes, passwords };
        const batches = peer.stream<ExtractedBatch<Section>>('extract', asked, { signal });
        yield* unbatchExtracted(batches, context);
      } finally {
        end();
      }
    },
  }));
}

/** The host's OCR engine, which is called in the host's thread. */
export function hostOcrEngine(facts: HostParts['ocr'], peer: MessagePeer): OcrEngine | undefined {
  if (facts === undefined) return undefined;
  return {
    ...facts,
    recognize(image, { languages, signal } = {}) {
      const asked: HostRecognition = { image, languages };
      return peer.call('recognize', asked, { signal });
    },
    // The host closes it.
    close: async () => {},
  };
}

/** Sources of the host's own, as it gives them. */
export async function* hostSources(
  peer: MessagePeer,
  sources: LentSources,
  signal: AbortSignal,
): AsyncGenerator<Source | SkippedFile, void, undefined> {
  for await (const message of peer.stream<SourceMessage | SkippedFile>('sources', undefined, { signal })) {
    yield 'path' in message ? message : sources.borrow(message, peer);
  }
}
