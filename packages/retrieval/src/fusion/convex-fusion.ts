import { CuboError, type Fuser, type RankedList } from '@cubo/contracts';
import { checkedWeights, weightsLabel } from './checked-weights.ts';
import { type ListedHit, weightedFusion } from './weighted-fusion.ts';

/** Options of {@link convexFusion}: one number for the usual two lists, or a weight for each list by its name. */
export type ConvexFusionOptions = {
  /**
   * The highest score that a list can give, by its name, where there is one: `{ dense: 1 }` for cosines. Scores of that list are divided by
   * it instead of by the list's own best, so that a list whose best hit is a poor one counts for little. Default: none.
   */
  readonly ceilings?: Readonly<Record<string, number>> | undefined;
} & (
  | {
      /** Weight of the list `dense`, 0 to 1; `sparse` has the rest. Default 0.3. */
      readonly alpha?: number | undefined;
    }
  | {
      /** Every list that is fused needs one. */
      readonly weights: Readonly<Record<string, number>>;
    }
);

/**
 * Convex combination: a hit scores the sum of `weight · score / highest score of its list`, over all lists that know its
 * score. Scores of a list that are 0 or less add nothing. When all lists but one are empty, the remaining one keeps its order.
 *
 * A list that holds only a part of the library (`coverage` below 1, as while vectors are still being computed) has
 * its weight multiplied by that share, and the others get what it loses, in proportion to theirs: the sum of the
 * weights stays the same.
 *
 * Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval (TOIS 2023).
 */
export function convexFusion(options: ConvexFusionOptions = {}): Fuser {
  const weights = checkedWeights('weights' in options ? options.weights : alphaWeights(options.alpha ?? 0.3));
  const ceilings = checkedCeilings(options.ceilings ?? {});
  const worth = ({ list, score, best }: ListedHit) => (score > 0 ? score / (ceilings[list] ?? best) : 0);
  const label = Object.keys(ceilings).length === 0 ? '' : `; ceilings ${weightsLabel(ceilings)}`;
  return {
    id: `convex(${weightsLabel(weights)}${label})`,
    fuse: (lists, { limit }) => weightedFusion(lists, coveredWeights(lists, weights), worth, limit),
  };
}

function checkedCeilings(ceilings: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  for (const [list, ceiling] of Object.entries(ceilings)) {
    if (ceiling > 0 && ceiling < Number.POSITIVE_INFINITY) continue;
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The ceiling of the list "${list}" is ${ceiling}.`,
      remedy: 'Give the highest score that the list can have, a finite number above 0.',
    });
  }
  return ceilings;
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

function coveredWeights(lists: readonly RankedList[], weights: Readonly<Record<string, number>>): number[] {
  const given = lists.map(({ name }) => {
    const weight = weights[name];
    if (weight !== undefined) return weight;
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The list "${name}" has no weight in convex fusion.`,
      remedy: `Name it in the option weights: convexFusion({ weights: { ${JSON.stringify(name)}: 0.5, … } }).`,
    });
  });
  const covered = given.map((weight, index) => weight * Math.min(1, Math.max(0, lists[index]?.coverage ?? 1)));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const left = sum(covered);
  if (left === 0 || lists.every(({ coverage }) => (coverage ?? 1) >= 1)) return covered;
  return covered.map((weight) => (weight * sum(given)) / left);
}
