export { type AiSdkEmbedderOptions, type AiSdkEmbeddingModel, aiSdkEmbedder } from './ai-sdk/ai-sdk-embedder.ts';
export { type AiSdkGeneratorOptions, type AiSdkLanguageModel, aiSdkGenerator } from './ai-sdk/ai-sdk-generator.ts';
export type { AiSdkProviderOptions, JsonValue } from './ai-sdk/assert-model.ts';
export type { AiSdkStreamPart } from './ai-sdk/stream-events.ts';
