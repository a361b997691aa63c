export { type LatentEmbedderOptions, latentEmbedder } from './latent-embedder.ts';
