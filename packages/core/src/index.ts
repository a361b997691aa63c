export {
  CuboError,
  type CuboErrorCode,
  type Extractor,
  type FileOutcome,
  type IngestEvent,
  isCuboError,
  type Locator,
  type SkippedFile,
  type Source,
} from '@cubo/contracts';
export { fileSource, recursiveChunker, textSource } from '@cubo/ingest';
export type { DocumentRecord, Problem, Scope } from '@cubo/library';
export { convexFusion, createAnalyzer, reciprocalRankFusion, type SearchMode } from '@cubo/retrieval';
export type { Answer, AnswerEvent, AnswerStream, Citation } from './ask/answer.ts';
export type { AskOptions } from './ask/ask.ts';
export { type ExtractiveGeneratorOptions, extractiveGenerator } from './ask/extractive-generator.ts';
export { citationLabel, placeLabel } from './ask/place-label.ts';
export { createCubo } from './cubo/create-cubo.ts';
export type { Cubo, Deletion } from './cubo/cubo.ts';
export type { CuboOptions } from './cubo/cubo-options.ts';
export type { DoctorOptions, DoctorReport } from './cubo/doctor.ts';
export type { CuboStatus, IndexStatus, JobStatus } from './cubo/status.ts';
export { type LatentEmbedderOptions, latentEmbedder } from './embedders/latent/index.ts';
export type {
  OpenSparseIndex,
  OpenVectorTier,
  SparseIndexContext,
  VectorTierContext,
} from './indexes/index-context.ts';
export type { IngestInput } from './ingest/ingest-input.ts';
export type { IngestOptions } from './ingest/ingest-runner.ts';
export type { SearchHit } from './search/search-hit.ts';
export type { SearchOptions } from './search/search-options.ts';
