import {
  type Analyzer,
  type Chunker,
  type Embedder,
  isTrainableEmbedder,
  type Logger,
  type OcrEngine,
} from '@cubo/contracts';
import { chunkerSpecification, type ExtractorRegistry } from '@cubo/ingest';
import type { Library } from '@cubo/library';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import type { ProfileSettings } from '../profile/profile.ts';
import { embedderFacts } from './embedder-facts.ts';
import { type IngestThreads, runInIngestThread } from './run-in-ingest-thread.ts';
import { threadUrl } from './thread-url.ts';

/** Vectors are read in their order while they are merged and compressed: what was read is hardly read again. */
const mostVectorBytes = 16 * 2 ** 20;

/**
 * Runs ingest jobs in threads, as far as these options allow it: objects of the host's own that would be called for
 * every chunk, and at once, keep the work in the calling thread. Then it gives `undefined`.
 */
export function ingestInThread(parts: {
  options: CuboOptions;
  /** The host's own, as its model is held. */
  embedder: Embedder | undefined;
  settings: Pick<ProfileSettings, 'threads' | 'ingestYields'>;
  library: Library;
  chunker: Chunker;
  ocr: OcrEngine | undefined;
  analyzer: Analyzer;
  registry: ExtractorRegistry;
  maximumBytes: number;
  /** What the vector index may take of memory. */
  memoryBytes: number;
  logger: Logger;
}): IngestThreads | undefined {
  const { options, settings, chunker, ocr, library, analyzer, registry, maximumBytes, memoryBytes, logger } = parts;
  const { extractors = [], encryption, lockTimeoutMilliseconds } = options;
  const threads = settings.threads.value;
  const specification = chunkerSpecification(chunker);
  if (threads === false || specification === undefined || hasUnmovableParts(options)) return undefined;
  const url = threadUrl('ingest-thread');
  if (url === undefined) {
    logger.warn('The file of the ingest thread is missing, as in a bundle; documents are read in the calling thread.');
    return undefined;
  }
  return runInIngestThread({
    url,
    library,
    logger,
    settings: {
      path: library.paths.root,
      encryption,
      lockTimeoutMilliseconds,
      maximumBytes,
      memoryBytes: Math.min(memoryBytes, mostVectorBytes),
      chunker: specification,
      threads,
      yields: settings.ingestYields.value,
      host: {
        embedder: options.embedder === false ? false : (embedderFacts(parts.embedder) ?? 'latent'),
        extractors: extractors.map(({ id, mediaTypes, extensions }) => ({ id, mediaTypes, extensions })),
        ocr: ocr && { id: ocr.id, mediaTypes: ocr.mediaTypes },
      },
    },
    parts: { embedder: parts.embedder, extractors, registry, ocr, detectLanguage: (text) => analyzer.detect(text) },
  });
}

function hasUnmovableParts({ analyzer, sparseIndex, vectorTier, clock, embedder }: CuboOptions): boolean {
  const own = [analyzer, sparseIndex, vectorTier, clock];
  return (
    own.some((part) => part !== undefined) || (embedder !== undefined && embedder && isTrainableEmbedder(embedder))
  );
}
