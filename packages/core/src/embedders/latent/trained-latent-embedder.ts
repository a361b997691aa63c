import type { Analyzer, TrainedEmbedder } from '@cubo/contracts';
import { createLatentProjector } from './latent-projector.ts';
import type { LatentState } from './latent-state.ts';
import { writeModel } from './model-files.ts';
import type { ModelManifest } from './model-manifest.ts';
import { createPacer } from './pacer.ts';

/** What a training gives. */
export interface LatentModel {
  readonly state: LatentState;
  readonly manifest: ModelManifest;
}

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
    save: (directory) => writeModel(directory, state, manifest),
  };
}
