export { assertKnownOptions, type KnownOptions } from './arguments/assert-known-options.ts';
export { isTimeZone } from './arguments/is-time-zone.ts';
export type { Chunk, StoredChunk } from './documents/chunk.ts';
export type { Chunker } from './documents/chunker.ts';
export type { DocumentDescription, ExtractContext, Extractor, UnreadPlace } from './documents/extractor.ts';
export { type IndexedFields, indexedFields, indexedText } from './documents/indexed-text.ts';
export type {
  CharactersLocator,
  HeadingLocator,
  LinesLocator,
  Locator,
  NumberRange,
  PageBox,
  PageLocator,
  Place,
  RowsLocator,
  SheetLocator,
  SlideLocator,
  TextRange,
  TimeLocator,
} from './documents/locator.ts';
export type { Metadata, MetadataValue } from './documents/metadata.ts';
export type { Section, SectionKind, TextBox } from './documents/section.ts';
export type { Source } from './documents/source.ts';
export { badArgument } from './errors/bad-argument.ts';
export { CuboError, type CuboErrorOptions, isCuboError } from './errors/cubo-error.ts';
export type { CuboErrorCode } from './errors/cubo-error-code.ts';
export { describeThrown } from './errors/describe-thrown.ts';
export type {
  FileOutcome,
  IngestEvent,
  IngestProgress,
  IngestStage,
  IngestTotals,
  SkippedFile,
} from './events/ingest-event.ts';
export type { IngestDone, IngestStream } from './events/ingest-stream.ts';
export type { Analyzer, PhraseWord, PositionedTerms, QueryTerm } from './indexes/analyzer.ts';
export {
  type ChunkSet,
  chunkIds,
  chunkRanges,
  chunkSetCursor,
  chunkSetFromIds,
  chunkSetFromRanges,
  chunkSetHas,
  emptyChunkSet,
  intersectChunkSets,
  subtractChunkSets,
  uniteChunkSets,
} from './indexes/chunk-set.ts';
export type { DerivedIndex, IndexPartStats, IndexStats } from './indexes/derived-index.ts';
export type { FusedHit, Fuser, FusionContext, FusionContribution, RankedList } from './indexes/fuser.ts';
export { compareHits, type Hit } from './indexes/hit.ts';
export type { RerankCandidate, Reranker } from './indexes/reranker.ts';
export type {
  RequiredTexts,
  SearchedTerm,
  SparseDocument,
  SparseFields,
  SparseIndex,
  SparseSearchOptions,
} from './indexes/sparse-index.ts';
export { type TopHits, topHits } from './indexes/top-hits.ts';
export type { VectorBatch, VectorHit, VectorOrigin, VectorSearchOptions, VectorTier } from './indexes/vector-tier.ts';
export type { Answer, AnswerEvent, AnswerStream, AskOptions, Citation } from './knowledge/answer.ts';
export type {
  ConversationChange,
  ConversationMatch,
  ConversationPart,
  ConversationRecord,
  ConversationStore,
  ForgottenQuotes,
} from './knowledge/conversation-store.ts';
export type { KnowledgeBase } from './knowledge/knowledge-base.ts';
export type {
  RecordChange,
  RecordEntry,
  RecordListOptions,
  RecordRange,
  RecordStore,
  StoredRecord,
} from './knowledge/record-store.ts';
export type { Scope } from './knowledge/scope.ts';
export type {
  ExplainedTerm,
  RewritingExplanation,
  SearchExplanation,
  SearchStep,
  TermContribution,
} from './knowledge/search-explanation.ts';
export type { MergedHit, NearDuplicate, SearchFailure, SearchHit, SearchTrace } from './knowledge/search-hit.ts';
export type {
  FeedbackOptions,
  PassageExpansion,
  QuerySyntax,
  RewriteOptions,
  SearchMode,
  SearchOptions,
} from './knowledge/search-options.ts';
export { type Clock, systemClock } from './models/clock.ts';
export {
  type Embedder,
  type EmbedOptions,
  isTrainableEmbedder,
  type ModelFile,
  type ModelFileOptions,
  type ModelFiles,
  type TrainableEmbedder,
  type TrainedEmbedder,
} from './models/embedder.ts';
export type {
  GenerationEvent,
  GenerationImage,
  GenerationMessage,
  GenerationRequest,
  GenerationTool,
  Generator,
  GeneratorCapabilities,
  JsonSchema,
  Passage,
  ToolCall,
} from './models/generator.ts';
export { type Logger, silentLogger } from './models/logger.ts';
export type { OcrEngine, OcrImage, OcrLine, OcrOptions, OcrResult } from './models/ocr-engine.ts';
export type { Transcriber, TranscriptSegment } from './models/transcriber.ts';
export { unlessAborted } from './signals/unless-aborted.ts';
export { untilAborted } from './signals/until-aborted.ts';
