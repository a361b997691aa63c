import { assertKnownOptions, CuboError, type Fuser, type RankedList } from '@cubo/contracts';
import { checkedWeights, weightsLabel } from './checked-weights.ts';
import { rememberSpecification } from './fuser-specification.ts';
import { weightedFusion } from './weighted-fusion.ts';

/** Options of {@link convexFusion}: one number for the usual two lists, or a weight for each list by its name. */
export type ConvexFusionOptions =
  | {
      /** Weight of the list `dense`, 0 to 1; `sparse` has the rest. Default 0.6. */
      readonly alpha?: number | undefined;
    }
  | {
      /** Every list that is fused needs one. */
      readonly weights: Readonly<Record<string, number>>;
    };

/**
 * Convex combination: a hit scores the sum of `weight · score / highest score of its list`, over all lists that know
 * its score. Scores of a list that are 0 or less add nothing. When all lists but one are empty, the remaining one has
 * all the weight, whatever its own: it keeps its order.
 *
 * A list that holds only a part of the library (`coverage` below 1, as while vectors are still being computed), or that
 * understands only a part of the query (`confidence` below 1), has its weight multiplied by that share, and the others
 * get what it loses, in proportion to theirs: the sum of the weights stays the same.
 *
 * Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval (TOIS 2023).
 */
export function convexFusion(options: ConvexFusionOptions = {}): Fuser {
  assertKnownOptions('convexFusion()', options, { alpha: true, weights: true });
  const weights = checkedWeights('weights' in options ? options.weights : alphaWeights(options.alpha ?? 0.6));
  const fuser: Fuser = {
    id: `convex(${weightsLabel(weights)})`,
    usesScores: true,
    fuse(lists, { limit }) {
      const trusted = trustedWeights(lists, weights);
      return weightedFusion(
        lists,
        (list) => trusted[list] as number,
        ({ score, best }) => (score > 0 && best > 0 ? score / best : 0),
        limit,
      );
    },
  };
  return rememberSpecification(fuser, { fuser: 'convex', options: { weights } });
}

function alphaWeights(alpha: number): Readonly<Record<string, number>> {
  if (!(alpha >= 0 && alpha <= 1)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The weight alpha of convex fusion is ${alpha}.`,
      remedy: 'Choose a number from 0 (only sparse) to 1 (only dense).',
    });
  }
  return { sparse: 1 - alpha, dense: alpha };
}

function trustedWeights(lists: readonly RankedList[], weights: Readonly<Record<string, number>>): number[] {
  const given = lists.map(({ name }) => {
    const weight = weights[name];
    if (weight !== undefined) return weight;
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The list "${name}" has no weight in convex fusion.`,
      remedy: `Name it in the option weights: convexFusion({ weights: { ${JSON.stringify(name)}: 0.5, … } }).`,
    });
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (lists.filter(({ hits }) => hits.length > 0).length === 1) {
    return lists.map(({ hits }) => (hits.length > 0 ? sum(given) || 1 : 0));
  }
  const trusted = given.map((weight, index) => weight * trustIn(lists[index] as RankedList));
  const left = sum(trusted);
  if (left === 0 || lists.every((list) => trustIn(list) === 1)) return trusted;
  return trusted.map((weight) => (weight * sum(given)) / left);
}

function trustIn({ coverage = 1, confidence = 1 }: RankedList): number {
  return Math.min(1, Math.max(0, coverage)) * Math.min(1, Math.max(0, confidence));
}
