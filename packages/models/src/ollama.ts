export { ollamaEmbedder } from './ollama/ollama-embedder.ts';
export type { OllamaEmbedderOptions } from './ollama/ollama-embedder-options.ts';
export { type OllamaGeneratorOptions, ollamaGenerator } from './ollama/ollama-generator.ts';
