export {
  type CrossEncoderOptions,
  type CrossEncoderReranker,
  crossEncoderReranker,
} from './reranking/cross-encoder-reranker.ts';
