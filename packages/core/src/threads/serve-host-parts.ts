import type { Embedder, Extractor, OcrEngine, OcrImage } from '@cubo/contracts';
import {
  batchExtracted,
  createSourceContext,
  type ExtractSettings,
  type LentSources,
  type MessagePeer,
  type PeerHandler,
  readSections,
  type SourceMessage,
} from '@cubo/ingest';

/** Objects of the host's own that other threads use, and what its extractors are given. */
export interface ServedParts extends Omit<ExtractSettings, 'maximumBytes' | 'passwords'> {
  readonly embedder: Embedder | undefined;
  readonly extractors: readonly Extractor[];
}

/** What another thread asks to be extracted by an extractor of the host's own. */
export interface HostExtraction {
  /** Its place among the host's extractors. */
  readonly extractor: number;
  readonly source: SourceMessage;
  readonly maximumBytes: number;
  readonly passwords: readonly string[] | undefined;
}

/** What another thread asks the host's OCR engine to read. */
export interface HostRecognition {
  readonly image: OcrImage;
  readonly languages: readonly string[] | undefined;
}

/** Answers another thread's calls of objects of the host's own. */
export function serveHostParts(
  { embedder, extractors, ...shared }: ServedParts,
  sources: LentSources,
  peer: () => MessagePeer,
): Record<string, PeerHandler> {
  const { ocr } = shared;
  return {
    ...sources.handlers,
    // What is no list of vectors is left to the checks of the other side.
    embed: (texts: readonly string[], signal) => embedder?.embedDocuments(texts, { signal }),
    recognize: ({ image, languages }: HostRecognition, signal) =>
      (ocr as OcrEngine).recognize(image, { languages, signal }),
    extract({ extractor, source, maximumBytes, passwords }: HostExtraction, signal) {
      const told = createSourceContext({ ...shared, maximumBytes, passwords }, signal);
      const borrowed = sources.borrow(source, peer());
      // One section at a time: the host's extractor is not to run ahead of what is read.
      return batchExtracted(readSections(extractors[extractor] as Extractor, borrowed, told.context), told, 1);
    },
  };
}
