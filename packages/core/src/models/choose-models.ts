import {
  type Analyzer,
  type Embedder,
  type Generator,
  isTrainableEmbedder,
  type Reranker,
  type TrainableEmbedder,
} from '@cubo/contracts';
import { proximityReranker } from '@cubo/retrieval';
import { extractiveGenerator } from '../ask/extractive-generator.ts';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import { latentEmbedder } from '../embedders/latent/index.ts';
import type { ProfileSettings } from '../profile/profile.ts';
import type { SearchTraffic } from '../profile/search-traffic.ts';
import type { HeldEmbedOptions } from './held-embedder.ts';
import { isModelReranker } from './held-reranker.ts';
import type { Models } from './models.ts';

/** The parts of a knowledge base that may be models, each as its model is held. */
export interface ChosenModels {
  /** `undefined`: words alone. */
  readonly embedder: Embedder | TrainableEmbedder | undefined;
  /** The same, where it is an object of the host's own that is not trained on the library. */
  readonly hostEmbedder: Embedder | undefined;
  /** Those that can be asked as long as the vectors of `embedder` are not complete. */
  readonly previousEmbedders: readonly (Embedder | TrainableEmbedder)[];
  /** The one of them that is an object of the host's own and not trained on the library. */
  readonly hostPreviousEmbedder: Embedder | undefined;
  readonly generator: Generator;
  /** The same, where the host gave it. */
  readonly hostGenerator: Generator | undefined;
  readonly reranker: Reranker | undefined;
  /** What reranks where a search does not ask for it. */
  readonly defaultReranker: Reranker | undefined;
}

/** Takes the host's models, or the defaults, which need none. */
export function chooseModels(
  options: Pick<CuboOptions, 'embedder' | 'previousEmbedder' | 'generator' | 'reranker'>,
  parts: {
    models: Models;
    analyzer: Analyzer;
    settings: Pick<ProfileSettings, 'modelReranking'>;
    /** Waits while there are searches. */
    quiet: SearchTraffic['quiet'];
  },
): ChosenModels {
  const { models, analyzer, settings, quiet } = parts;
  const proximity = proximityReranker({ analyzer });
  const { embedder = latentEmbedder({ analyzer }), generator, reranker = proximity } = options;
  const hostEmbedder =
    embedder && !isTrainableEmbedder(embedder) ? yieldingEmbedder(models.embedder(embedder), quiet) : undefined;
  const { previousEmbedder: previous } = options;
  const hostPreviousEmbedder = previous && !isTrainableEmbedder(previous) ? models.embedder(previous) : undefined;
  const held = reranker === false ? undefined : models.reranker(reranker);
  const isLeftAside = reranker && isModelReranker(reranker) && !settings.modelReranking.value;
  const hostGenerator = generator && models.generator(generator);
  return {
    embedder: hostEmbedder ?? (embedder || undefined),
    hostEmbedder,
    previousEmbedders: [
      ...(previous ? [hostPreviousEmbedder ?? previous] : []),
      ...(options.embedder ? [latentEmbedder({ analyzer })] : []),
    ],
    hostPreviousEmbedder,
    generator: hostGenerator ?? extractiveGenerator({ analyzer }),
    hostGenerator,
    reranker: held,
    defaultReranker: isLeftAside ? proximity : held,
  };
}

/** A model server works on one batch after the other: the question of a search does not wait behind those of documents. */
function yieldingEmbedder(embedder: Embedder, quiet: SearchTraffic['quiet']): Embedder {
  return {
    ...embedder,
    async embedDocuments(texts, options?: HeldEmbedOptions) {
      if (options?.isWaitedFor !== true) await quiet(options?.signal);
      return embedder.embedDocuments(texts, options);
    },
  };
}
