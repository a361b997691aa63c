export { type ChunkerConformanceOptions, chunkerConformance } from './chunker-conformance.ts';
export type { ConformanceCheck } from './conformance-check.ts';
export type { IndexUnderTest } from './derived-index-checks.ts';
export { type EmbedderConformanceOptions, embedderConformance } from './embedder-conformance.ts';
export {
  type ExtractorConformanceOptions,
  type ExtractorExample,
  extractorConformance,
} from './extractor-conformance.ts';
export { type FuserConformanceOptions, fuserConformance } from './fuser-conformance.ts';
export { type GeneratorConformanceOptions, generatorConformance } from './generator-conformance.ts';
export { type HashingEmbedderOptions, hashingEmbedder } from './hashing-embedder.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export { type MemorySourceOptions, memorySource } from './memory-source.ts';
export { type MemorySparseIndexOptions, memorySparseIndex } from './memory-sparse-index.ts';
export { type MemoryStorage, memoryStorage } from './memory-storage.ts';
export { type MemoryVectorTierOptions, memoryVectorTier } from './memory-vector-tier.ts';
export { type OcrEngineConformanceOptions, type OcrExample, ocrEngineConformance } from './ocr-engine-conformance.ts';
export { type RerankerConformanceOptions, rerankerConformance } from './reranker-conformance.ts';
export { sampleTexts } from './sample-texts.ts';
export { type Script, type ScriptedGeneratorOptions, scriptedGenerator } from './scripted-generator.ts';
export { type OcrScript, type ScriptedOcrOptions, scriptedOcr } from './scripted-ocr.ts';
export { type SparseIndexConformanceOptions, sparseIndexConformance } from './sparse-index-conformance.ts';
export {
  type TrainableEmbedderConformanceOptions,
  trainableEmbedderConformance,
} from './trainable-embedder-conformance.ts';
export { type VectorTierConformanceOptions, vectorTierConformance } from './vector-tier-conformance.ts';
