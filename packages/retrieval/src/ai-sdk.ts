export { type AiSdkRerankingModel, aiSdkReranker } from './reranking/ai-sdk-reranker.ts';
