export {
  type Analyzer,
  type Answer,
  type AnswerEvent,
  type AnswerStream,
  type AskOptions,
  type Chunker,
  type Citation,
  type Clock,
  type ConversationChange,
  type ConversationMatch,
  type ConversationPart,
  type ConversationRecord,
  type ConversationStore,
  CuboError,
  type CuboErrorCode,
  type Embedder,
  type ExplainedTerm,
  type Extractor,
  type FeedbackOptions,
  type FileOutcome,
  type ForgottenQuotes,
  type Fuser,
  type Generator,
  type IngestDone,
  type IngestEvent,
  type IngestStream,
  isCuboError,
  type KnowledgeBase,
  type Locator,
  type Logger,
  type MergedHit,
  type Metadata,
  type NearDuplicate,
  type PassageExpansion,
  type QuerySyntax,
  type RecordChange,
  type RecordEntry,
  type RecordListOptions,
  type RecordRange,
  type RecordStore,
  type Reranker,
  type RewriteOptions,
  type RewritingExplanation,
  type Scope,
  type SearchExplanation,
  type SearchFailure,
  type SearchHit,
  type SearchMode,
  type SearchOptions,
  type SearchStep,
  type SearchTrace,
  type SkippedFile,
  type Source,
  type SparseIndex,
  type TermContribution,
  type TrainableEmbedder,
  type VectorHit,
  type VectorOrigin,
  type VectorTier,
} from '@cubo/contracts';
export {
  createLocatorNarrower,
  estimatedTokens,
  fileSource,
  type NetworkOptions,
  type PlannedAction,
  type PlannedFile,
  type RecursiveChunkerOptions,
  recursiveChunker,
  type ScanRules,
  type SentenceChunkerOptions,
  scanSources,
  sentenceChunker,
  type TokenCounter,
  textSource,
  type WebPageOptions,
} from '@cubo/ingest';
export type {
  DocumentAlias,
  DocumentRecord,
  EncryptionOptions,
  JobFileState,
  Problem,
  TitleOrigin,
} from '@cubo/library';
export { type Connection, type ConnectionCount, type ConnectionLog, connections } from '@cubo/network';
export {
  agreementFusion,
  convexFusion,
  createAnalyzer,
  type ProximityRerankerOptions,
  proximityReranker,
  reciprocalRankFusion,
} from '@cubo/retrieval';
export { type CitablePassage, citeFor } from './ask/citations.ts';
export { type ExtractiveGeneratorOptions, extractiveGenerator } from './ask/extractive-generator.ts';
export { numbersOf, numbersToldIn, withoutNumberWords } from './ask/numbers.ts';
export { type Overlap, overlapOf } from './ask/overlap.ts';
export { citationLabel, placeLabel } from './ask/place-label.ts';
export { quoteLocator } from './ask/quote-locator.ts';
export { type Sentence, sentencesOf } from './ask/sentences.ts';
export type { Audit, AuditedContact, AuditedFiles, AuditedIngest, AuditedModel } from './cubo/audit.ts';
export type { Category } from './cubo/categories.ts';
export type { CompactionReport, CompactOptions } from './cubo/compact-library.ts';
export { createCubo } from './cubo/create-cubo.ts';
export type { Cubo, Deletion, DocumentsOptions } from './cubo/cubo.ts';
export type { CuboOptions } from './cubo/cubo-options.ts';
export type { DoctorOptions, DoctorReport } from './cubo/doctor.ts';
export type { ErasedFile, EraseOptions, ErasureReceipt, Remainder, RemainderKind } from './cubo/erase-document.ts';
export type { ExtractedDocument, ExtractOptions } from './cubo/extract-document.ts';
export type { JobDetails, JobStatus } from './cubo/job-status.ts';
export type { LabelOptions } from './cubo/label-document.ts';
export type { StoreBytes } from './cubo/library-bytes.ts';
export type { LibraryFileStore } from './cubo/library-files.ts';
export type { ReadOptions, StoredPassage } from './cubo/read-document.ts';
export type { CuboStatus, IndexStatus, MigrationStatus } from './cubo/status.ts';
export { type LatentEmbedderOptions, latentEmbedder } from './embedders/latent/index.ts';
export type { CuboEvent, EventsOptions } from './events/cubo-event.ts';
export type {
  OpenSparseIndex,
  OpenVectorTier,
  SparseIndexContext,
  VectorTierContext,
} from './indexes/index-context.ts';
export { type AwaitableSteps, awaitableSteps } from './ingest/awaitable-steps.ts';
export type { IngestInput } from './ingest/ingest-input.ts';
export type { IngestRules } from './ingest/ingest-rules.ts';
export type { IngestOptions, ResumeOptions } from './ingest/ingest-runner.ts';
export { leastBudgetMiB, type MemoryOptions } from './memory/memory-options.ts';
export type {
  MigrateOptions,
  MigrationDone,
  MigrationEvent,
  MigrationStep,
  MigrationStream,
} from './migration/migration-event.ts';
export type { ModelOptions } from './models/model-options.ts';
export type { ModelFailure, ModelKind, ModelState, ModelStatus } from './models/model-status.ts';
export type { Profile, ProfileName, ProfileSetting, ProfileSettings } from './profile/profile.ts';
export { type FencedPassage, fencePassages, promptAttribute } from './prompts/fence-passages.ts';
export { loadPromptTemplates, type Prompts, type PromptTemplates } from './prompts/load-prompt-templates.ts';
export { textTokens, windowTokens } from './prompts/prompt-tokens.ts';
export type { EmbeddedTexts, EmbedTextsOptions } from './search/embed-texts.ts';
export type { NearDuplicateGroup, NearDuplicatesOptions } from './search/find-near-duplicates.ts';
export type { SearchCacheStats } from './search/search-cache.ts';
export type { SearchCacheOptions } from './search/search-cache-options.ts';
export type { IngestPlan, PlanOptions, PlanStream } from './sync/plan-ingest.ts';
export type { WatchEvent } from './sync/watch-event.ts';
export type { FolderWatch, WatchOptions } from './sync/watch-options.ts';
