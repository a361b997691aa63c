import {
  type Analyzer,
  assertKnownOptions,
  CuboError,
  type KnownOptions,
  type TrainableEmbedder,
} from '@cubo/contracts';
import { nodeFileLayer } from '@cubo/library';
import { readModel } from './model-files.ts';
import { describeModel, modelFormatVersion } from './model-manifest.ts';
import { createPacer } from './pacer.ts';
import { trainLatentState } from './train-latent-state.ts';
import { trainedLatentEmbedder } from './trained-latent-embedder.ts';

/** Settings of {@link latentEmbedder}. */
export interface LatentEmbedderOptions {
  /** Cuts texts and queries into terms; a saved model can only be restored with an analyzer of the same fingerprint. */
  readonly analyzer: Analyzer;
  /**
   * Length of every vector, 1 to 4096. A sample of lower rank (fewer texts than this, above all) fills the first
   * coordinates and leaves the others zero. Default 256.
   */
  readonly dimensions?: number | undefined;
  /** The most terms kept, up to 1 048 576: those that occur in the most texts. Default 65 536. */
  readonly maximumTerms?: number | undefined;
  /** The most texts `fit` reads; it takes the first ones it is given. Default 20 000. */
  readonly maximumSample?: number | undefined;
  /** Seed of the random projection, an unsigned 32-bit integer. Default 1. */
  readonly seed?: number | undefined;
}

const known: KnownOptions<LatentEmbedderOptions> = {
  analyzer: true,
  dimensions: true,
  maximumTerms: true,
  maximumSample: true,
  seed: true,
};

/**
 * Latent semantic analysis (Deerwester et al. 1990): an embedder that needs no model file, because it is trained on the
 * library's own texts. Texts are weighted by TF-IDF, `(1 + ln tf) · (ln((N + 1) / (df + 1)) + 1)`, and projected on the
 * strongest directions of their terms. Terms outside the sample are unknown; a text without a known one has the zero
 * vector.
 *
 * The projection is kept in eight bits per number: 65 536 terms in 256 dimensions take 17 MB. Training on 20 000 texts
 * of 1000 characters takes about 115 MB while it lasts. Training and embedding leave the event loop free about every
 * ten milliseconds; only the analysis of a single text is not interrupted.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for settings that are unknown or out of range
 */
export function latentEmbedder(options: LatentEmbedderOptions): TrainableEmbedder {
  assertKnownOptions('latentEmbedder()', options, known);
  const { analyzer, dimensions = 256, maximumTerms = 65_536, maximumSample = 20_000, seed = 1 } = options;
  requireInteger('dimensions', dimensions, 1, 4096);
  requireInteger('maximumTerms', maximumTerms, 1, 1 << 20);
  requireInteger('maximumSample', maximumSample, 1, 1 << 20);
  requireInteger('seed', seed, 0, 2 ** 32 - 1);
  const settings = [dimensions, maximumTerms, maximumSample, seed].join('/');
  return {
    id: 'latent',
    configuration: `latent@${modelFormatVersion}:${settings}:${analyzer.fingerprint}`,
    maxSample: maximumSample,
    usesFiles: true,
    async fit(sample, { signal } = {}) {
      signal?.throwIfAborted();
      const pacer = createPacer({ signal });
      const state = await trainLatentState(sample, { analyzer, dimensions, maximumTerms, maximumSample, seed, pacer });
      return trainedLatentEmbedder({ state, manifest: await describeModel(state, pacer) }, analyzer);
    },
    async restore(directory, { files = nodeFileLayer } = {}) {
      const expected = { analyzer: analyzer.fingerprint, dimensions };
      const model = await readModel(directory, expected, { files, pacer: createPacer() });
      return trainedLatentEmbedder(model, analyzer);
    },
  };
}

function requireInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The setting "${name}" of the latent embedder is ${String(value)}.`,
    remedy: `Give a whole number from ${least} to ${most}.`,
  });
}
