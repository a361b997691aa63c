import { CuboError } from '@cubo/contracts';

/** A copy of the weights, or `CUBO_BAD_ARGUMENT` for one that is negative or not a number. */
export function checkedWeights(weights: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  for (const [list, weight] of Object.entries(weights)) {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new CuboError({
        code: 'CUBO_BAD_ARGUMENT',
        message: `The weight of the list "${list}" is ${weight}.`,
        remedy: 'Give each list a finite weight of 0 or more.',
      });
    }
  }
  return { ...weights };
}

/** Weights in the order of their names, for a fuser's `id`. */
export function weightsLabel(weights: Readonly<Record<string, number>>): string {
  return Object.keys(weights)
    .sort()
    .map((list) => `${list}=${weights[list]}`)
    .join(',');
}
