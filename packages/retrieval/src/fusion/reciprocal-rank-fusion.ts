import { assertKnownOptions, CuboError, type Fuser, type KnownOptions } from '@cubo/contracts';
import { checkedWeights, weightsLabel } from './checked-weights.ts';
import { rememberSpecification } from './fuser-specification.ts';
import { weightedFusion } from './weighted-fusion.ts';

/** Options of {@link reciprocalRankFusion}. */
export interface ReciprocalRankFusionOptions {
  /** How slowly the worth of a rank decays. Default 60. */
  readonly k?: number | undefined;
  /** Weight of each list by its name. Default 1. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

const known: KnownOptions<ReciprocalRankFusionOptions> = { k: true, weights: true };

/**
 * Reciprocal rank fusion: a hit scores the sum of `weight / (k + rank)` over the lists, ranks counted from 1. It looks
 * at ranks alone, so it needs no comparable scores.
 *
 * Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods (SIGIR
 * 2009).
 */
export function reciprocalRankFusion(options: ReciprocalRankFusionOptions = {}): Fuser {
  assertKnownOptions('reciprocalRankFusion()', options, known);
  const k = options.k ?? 60;
  if (!(k >= 0 && k < Number.POSITIVE_INFINITY)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The constant k of reciprocal rank fusion is ${k}.`,
      remedy: 'Choose a finite number of 0 or more; 60 is usual.',
    });
  }
  const weights = checkedWeights(options.weights ?? {});
  const label = weightsLabel(weights);
  const fuser: Fuser = {
    id: `rrf(k=${k}${label && `,${label}`})`,
    fuse: (lists, { limit }) =>
      weightedFusion(
        lists,
        (list) => weights[lists[list]?.name ?? ''] ?? 1,
        ({ rank }) => (rank === undefined ? 0 : 1 / (k + rank)),
        limit,
      ),
  };
  return rememberSpecification(fuser, { fuser: 'reciprocal-rank', options: { k, weights } });
}
