import { assertKnownOptions, CuboError, type KnownOptions } from '@cubo/contracts';
import { checkCount } from '../check-arguments.ts';
import type { TieredVectors } from '../tiered/tiered-vectors.ts';
import { type CandidateTierOptions, candidateTierOptions } from './candidate-tier-options.ts';
import type { EngineDescription } from './engines/load-engine.ts';
import { loadInstalledEngine } from './engines/load-installed-engine.ts';
import type { UsearchSettings } from './engines/usearch-engine.ts';
import { openCandidateTier } from './open-candidate-tier.ts';
import { refuseEncryption } from './refuse-encryption.ts';

/** Options of {@link openUsearchTier}. */
export interface UsearchTierOptions extends CandidateTierOptions {
  /** How the graph keeps its vectors. Default `i8`: a byte for each dimension. */
  readonly quantization?: 'f32' | 'bf16' | 'f16' | 'i8' | undefined;
  /** Links of a vertex of the graph. Default 16. */
  readonly connectivity?: number | undefined;
  /** Vertices among which they are chosen. Default 128. */
  readonly expansionAdd?: number | undefined;
  /** Vertices that a search keeps in view. Default 64. */
  readonly expansionSearch?: number | undefined;
}

const known: KnownOptions<UsearchTierOptions> = {
  ...candidateTierOptions,
  quantization: true,
  connectivity: true,
  expansionAdd: true,
  expansionSearch: true,
};

const quantizations = ['f32', 'bf16', 'f16', 'i8'];

/**
 * Opens a vector tier that finds its candidates with [usearch](https://github.com/unum-cloud/usearch), an HNSW graph in
 * native code. The package `usearch` (2.26) has to be installed beside this one.
 *
 * The graph is an index of the vectors that `openTieredVectors` keeps, made and extended in a process of its own; it is
 * read into memory when a search first needs it. Its candidates are scored exactly; vectors that it does not have, scopes
 * that are small, and those of which it finds too few are compared one by one. A graph that is damaged, or was made by
 * other options, is made anew.
 *
 * Throws `CUBO_PACKAGE_MISSING` where usearch cannot be loaded, `CUBO_BAD_ARGUMENT` where the library is
 * encrypted, and what `openTieredVectors` throws.
 */
export async function openUsearchTier(options: UsearchTierOptions): Promise<TieredVectors> {
  assertKnownOptions('openUsearchTier()', options, known);
  const { dimensions, quantization = 'i8', connectivity = 16, expansionAdd = 128, expansionSearch = 64 } = options;
  const settings: UsearchSettings = { dimensions, quantization, connectivity, expansionAdd, expansionSearch };
  checkCount(dimensions, 1, 'dimensions');
  checkCount(connectivity, 2, 'connectivity');
  checkCount(expansionAdd, 1, 'expansionAdd');
  checkCount(expansionSearch, 1, 'expansionSearch');
  if (!quantizations.includes(quantization)) {
    const message = `The option quantization is ${JSON.stringify(quantization)}.`;
    throw new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: `Pass one of ${quantizations.join(', ')}.` });
  }
  const description: EngineDescription = { name: 'usearch', package: options.package ?? 'usearch', settings };
  refuseEncryption('usearch', options.files);
  const engine = loadInstalledEngine(description);
  const needsNoTraining = { outgrown: Number.POSITIVE_INFINITY, trainingBytes: 0 };
  return openCandidateTier(options, { description, engine, ...needsNoTraining });
}
