import { assertKnownOptions, CuboError, type KnownOptions } from '@cubo/contracts';
import { checkCount } from '../check-arguments.ts';
import type { TieredVectors } from '../tiered/tiered-vectors.ts';
import { buildError } from './building/build-error.ts';
import { runBuildProcess } from './building/run-build-process.ts';
import { type CandidateTierOptions, candidateTierOptions } from './candidate-tier-options.ts';
import type { FaissSettings } from './engines/faiss-engine.ts';
import type { EngineDescription } from './engines/load-engine.ts';
import { loadInstalledEngine } from './engines/load-installed-engine.ts';
import { openCandidateTier } from './open-candidate-tier.ts';
import { refuseEncryption } from './refuse-encryption.ts';
import type { CandidateStore } from './store/candidate-store.ts';
import { isSameMaking } from './store/is-same-making.ts';

/** Options of {@link openFaissTier}. */
export interface FaissTierOptions extends CandidateTierOptions {
  /** What FAISS's `index_factory` makes an index of: `IVF256,PQ32`, `HNSW32`, `OPQ16_64,IVF1024,PQ16x4fs`, … */
  readonly factory: string;
  /** Inverted lists that a search reads, where there are any. Default: the square root of how many there are. */
  readonly probes?: number | undefined;
  /** The most bytes of vectors, as float32, that the index is trained on. Default 64 MiB. */
  readonly trainingBytes?: number | undefined;
}

const known: KnownOptions<FaissTierOptions> = {
  ...candidateTierOptions,
  factory: true,
  probes: true,
  trainingBytes: true,
};

/** As for the inverted lists of Cubo's own. */
const outgrown = 4;

/**
 * Opens a vector tier that finds its candidates with an index of [FAISS](https://github.com/facebookresearch/faiss), of
 * any kind that its `index_factory` knows and that takes the inner product. The package `faiss-node` (0.5) has to be
 * installed beside this one.
 *
 * As for `openUsearchTier`, the index is one of the vectors that `openTieredVectors` keeps, made and extended in a process
 * of its own, and made anew when there are four times as many vectors as it was trained for. Until there are as many
 * as its training needs, all vectors are compared one by one.
 *
 * Throws `CUBO_PACKAGE_MISSING` where `faiss-node` cannot be loaded, `CUBO_BAD_ARGUMENT` for a factory string that FAISS
 * refuses and where the library is encrypted, and what `openTieredVectors` throws.
 */
export async function openFaissTier(options: FaissTierOptions): Promise<TieredVectors> {
  assertKnownOptions('openFaissTier()', options, known);
  const { dimensions, factory, probes, trainingBytes = 64 * 2 ** 20 } = options;
  checkCount(dimensions, 1, 'dimensions');
  checkCount(trainingBytes, 1, 'trainingBytes');
  if (probes !== undefined) checkCount(probes, 1, 'probes');
  if (typeof factory !== 'string' || factory === '') {
    const message = `The option factory is ${JSON.stringify(factory)}.`;
    throw new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: 'Pass a factory string of FAISS: IVF256,PQ32.' });
  }
  const settings: FaissSettings = { dimensions, factory, probes };
  const description: EngineDescription = { name: 'faiss', package: options.package ?? 'faiss-node', settings };
  refuseEncryption('FAISS', options.files);
  const engine = loadInstalledEngine(description);

  /** Tries the factory string where no exception of FAISS can do harm. */
  async function check(store: CandidateStore): Promise<void> {
    const known = await store.description();
    if (known !== undefined && isSameMaking(known, description)) return;
    const outcome = await runBuildProcess({ description }, noVectors(), new AbortController().signal);
    const error = 'failure' in outcome ? buildError(description, outcome.failure, 0) : undefined;
    if (error !== undefined) throw error;
  }
  return openCandidateTier(options, { description, engine, outgrown, trainingBytes, check });
}

async function* noVectors(): AsyncGenerator<never> {
  // A factory string is tried without any.
}
