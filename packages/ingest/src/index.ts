export {
  type ChunkerSpecification,
  chunkerSpecification,
  createChunker,
  estimatedTokens,
  type RecursiveChunkerOptions,
  recursiveChunker,
  type SentenceChunkerOptions,
  sentenceChunker,
  type TokenCounter,
} from './chunking/index.ts';
export {
  builtinExtractors,
  createExtractorRegistry,
  csvExtractor,
  docxExtractor,
  type ExtractorRegistry,
  emlExtractor,
  htmlExtractor,
  markdownExtractor,
  mboxExtractor,
  pdfExtractor,
  textExtractor,
  zipExtractor,
} from './extractors/index.ts';
export { type ExaminedSource, type ExamineSource, examineSource } from './pipeline/examine-source.ts';
export { type ExtractChunks, extractChunks } from './pipeline/extract-chunks.ts';
export { createSourceContext, type ExtractSettings, type SourceContext } from './pipeline/extract-context.ts';
export { type IngestSourcesOptions, type IngestSummary, ingestSources } from './pipeline/ingest-sources.ts';
export { readSections } from './pipeline/read-sections.ts';
export {
  fileSource,
  hashSource,
  type ReadSourceOptions,
  readSource,
  readSourceHead,
  type ScanSourcesOptions,
  type SourceHash,
  scanSources,
  sourceBytes,
  type TextSourceOptions,
  textSource,
} from './sources/index.ts';
export {
  countLineBreaks,
  type DecodedText,
  type DocumentLanguage,
  type DocumentLanguageOptions,
  decodeText,
  documentLanguage,
  type OpenedText,
  type OpenTextOptions,
  openText,
  sentenceStarts,
} from './text/index.ts';
export {
  batchExtracted,
  createExtractionPool,
  createLentSources,
  createMessagePeer,
  type ExtractedBatch,
  type Extraction,
  type ExtractionPool,
  type ExtractionRequest,
  type ExtractionTask,
  type LentSources,
  type MessagePeer,
  type PeerCallOptions,
  type PeerHandler,
  type ReadAhead,
  type ReadAheadOptions,
  readAhead,
  type SourceMessage,
  type StartedThread,
  serveExtraction,
  unbatchExtracted,
} from './workers/index.ts';
