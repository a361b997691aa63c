import { badArgument, type Metadata } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';

/**
 * Refuses what are no labels.
 *
 * @param what to begin the sentence with that refuses them
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertMetadata(metadata: unknown, what = 'The option metadata'): asserts metadata is Metadata {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    throw badArgument(
      `${what} is ${describeValue(metadata)}, not an object.`,
      "Pass labels by name, as in { client: 'Rossi' }.",
    );
  }
  for (const [name, value] of Object.entries(metadata)) {
    if (value === undefined || isLabel(value) || (Array.isArray(value) && value.every(isText))) continue;
    throw badArgument(
      `The label ${JSON.stringify(name)} is ${describeValue(value)}.`,
      'Pass a text, a number, true, false, null, or a list of texts.',
    );
  }
}

/** Whether something is the value of a label, not counting lists. */
export function isLabel(value: unknown): boolean {
  return value === null || isText(value) || typeof value === 'boolean' || Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
