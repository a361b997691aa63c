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
import type { Models } from './models.ts';

/** The parts of a knowledge base that may be models, each as its model is held. */
export interface ChosenModels {
  /** `undefined`: words alone. */
  readonly embedder: Embedder | TrainableEmbedder | undefined;
  /** The same, where it is an object of the host's own that is not trained on the library. */
  readonly hostEmbedder: Embedder | undefined;
  readonly generator: Generator;
  /** The same, where the host gave it. */
  readonly hostGenerator: Generator | undefined;
  readonly reranker: Reranker | undefined;
}

/** Takes the host's models, or the defaults, which need none. */
export function chooseModels(
  options: Pick<CuboOptions, 'embedder' | 'generator' | 'reranker'>,
  { models, analyzer }: { models: Models; analyzer: Analyzer },
): ChosenModels {
  const { embedder = latentEmbedder({ analyzer }), generator, reranker = proximityReranker({ analyzer }) } = options;
  const hostEmbedder = embedder && !isTrainableEmbedder(embedder) ? models.embedder(embedder) : undefined;
  const hostGenerator = generator && models.generator(generator);
  return {
    embedder: hostEmbedder ?? (embedder || undefined),
    hostEmbedder,
    generator: hostGenerator ?? extractiveGenerator({ analyzer }),
    hostGenerator,
    reranker: reranker === false ? undefined : models.reranker(reranker),
  };
}
