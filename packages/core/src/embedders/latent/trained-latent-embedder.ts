import type { Analyzer, TrainedEmbedder } from '@cubo/contracts';
import { nodeFileLayer } from '@cubo/library';
import type { LatentModel } from './latent-model.ts';
import { createLatentProjector } from './latent-projector.ts';
import { writeModel } from './model-files.ts';
import { createPacer } from './pacer.ts';

/** Makes the embedder of a trained model. */
export function trainedLatentEmbedder({ state, manifest }: LatentModel, analyzer: Analyzer): TrainedEmbedder {
  const projector = createLatentProjector(state);
  return {
    id: 'latent',
    fingerprint: manifest.fingerprint,
    dimensions: state.dimensions,
    maxBatch: 1024,
    async embedDocuments(texts, { signal } = {}) {
      signal?.throwIfAborted();
      const pacer = createPacer({ signal });
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        vectors.push(projector.projectText(analyzer.analyze(text)));
        if (pacer.due()) await pacer.rest();
      }
      return vectors;
    },
    async embedQuery(text, { signal } = {}) {
      signal?.throwIfAborted();
      return projector.projectQuery(analyzer.analyzeQuery(text, { languages: state.languages }));
    },
    save: (directory, { files = nodeFileLayer } = {}) => writeModel(directory, { state, manifest }, files),
  };
}
