export {
  type OpenAiCompatibleGeneratorOptions,
  openAiCompatibleGenerator,
} from './openai-compatible/openai-compatible-generator.ts';
