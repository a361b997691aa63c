export type { TokenPooling } from './transformers/pool-tokens.ts';
export type { SentencePooling } from './transformers/sentence-folder.ts';
export { type TransformersEmbedderOptions, transformersEmbedder } from './transformers/transformers-embedder.ts';
export {
  type WhisperTranscriber,
  type WhisperTranscriberOptions,
  whisperTranscriber,
} from './transformers/whisper-transcriber.ts';
