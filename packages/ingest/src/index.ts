export { type RecursiveChunkerOptions, recursiveChunker } from './chunking/index.ts';
export {
  builtinExtractors,
  createExtractorRegistry,
  csvExtractor,
  docxExtractor,
  type ExtractorRegistry,
  htmlExtractor,
  markdownExtractor,
  pdfExtractor,
  textExtractor,
} from './extractors/index.ts';
export { type IngestSourcesOptions, type IngestSummary, ingestSources } from './pipeline/ingest-sources.ts';
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
