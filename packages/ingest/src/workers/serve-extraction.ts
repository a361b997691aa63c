import type { Chunk, Chunker, Extractor, OcrEngine, Section } from '@cubo/contracts';
import { createSourceContext, type ExtractSettings } from '../pipeline/extract-context.ts';
import { readSections } from '../pipeline/read-sections.ts';
import { batchExtracted, type ExtractedBatch } from './extracted-batch.ts';
import type { LentSources, SourceMessage } from './lent-sources.ts';
import type { MessagePeer } from './message-peer.ts';

/** A document that a thread of a pool is to extract. */
export interface ExtractionRequest {
  /** Place of the extractor among the built-in ones, which are the same in all threads. */
  readonly extractor: number;
  readonly source: SourceMessage;
  readonly sha256: string;
  readonly passwords?: readonly string[] | undefined;
  /** What the extractor may hold at once. Default: that of the thread. */
  readonly maximumBytes?: number | undefined;
}

/** Characters of text in a message, about: enough to make the message cheap, little enough to hold several. */
const batchCharacters = 64 * 1024;
/** How often a thread says at most that it is getting on. */
const beatMilliseconds = 1000;
/** The longest that one image may be read by OCR. */
const recognitionMilliseconds = 600_000;

/** Answers requests for the chunks of documents in a thread of a pool. */
export function serveExtraction(options: {
  /** The built-in extractors. */
  extractors: readonly Extractor[];
  chunker: Chunker;
  settings: Omit<ExtractSettings, 'passwords'>;
  sources: LentSources;
  peer: () => MessagePeer;
}): (request: ExtractionRequest, signal: AbortSignal) => AsyncGenerator<ExtractedBatch<Chunk>, void, undefined> {
  const { extractors, chunker, sources, peer } = options;
  let last = 0;

  function beat(): void {
    const now = performance.now();
    if (now - last < beatMilliseconds) return;
    last = now;
    peer().tell('beat');
  }

  async function* beating(sections: AsyncIterable<Section>): AsyncGenerator<Section, void, undefined> {
    for await (const section of sections) {
      beat();
      yield section;
    }
  }

  const { ocr } = options.settings;
  const settings = { ...options.settings, ocr: ocr && patient(ocr, beat) };

  return (request, signal) => {
    const { passwords, maximumBytes = settings.maximumBytes } = request;
    const told = createSourceContext({ ...settings, passwords, maximumBytes }, signal, request.sha256);
    const source = sources.borrow(request.source, peer());
    const sections = readSections(extractors[request.extractor] as Extractor, source, told.context);
    return batchExtracted(chunker.chunk(beating(sections), { signal }), told, batchCharacters);
  };
}

/** An engine whose work in another thread is not taken for idleness of this one. */
function patient(engine: OcrEngine, beat: () => void): OcrEngine {
  return {
    ...engine,
    async recognize(image, options) {
      const begun = performance.now();
      const timer = setInterval(() => {
        if (performance.now() - begun < recognitionMilliseconds) beat();
      }, beatMilliseconds);
      try {
        return await engine.recognize(image, options);
      } finally {
        clearInterval(timer);
      }
    },
  };
}
