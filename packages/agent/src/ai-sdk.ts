export {
  type AiSdkCallOptions,
  type AiSdkInputSchema,
  type AiSdkTool,
  type AiSdkValidation,
  aiSdkTools,
} from './ai-sdk/ai-sdk-tools.ts';
export type { AiSdkToolsOptions } from './ai-sdk/ai-sdk-tools-options.ts';
