export { type CrossEncoderOptions, crossEncoderReranker } from './reranking/cross-encoder-reranker.ts';
