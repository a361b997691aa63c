export { type Model2vecOptions, model2vecEmbedder } from './model2vec/model2vec-embedder.ts';
