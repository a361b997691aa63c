import { CuboError } from '../errors/cubo-error.ts';
import { nearestName } from './nearest-name.ts';

/** The names of all options of a type: the compiler refuses a list that lacks one, or has one too many. */
export type KnownOptions<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Refuses an options object with a name that is none of the known ones, whatever its value: what was misspelt would
 * otherwise be ignored, be it the limit of a privacy boundary. `undefined` stands for no options at all.
 *
 * @param owner whose options they are, to begin a sentence with: `search()`
 * @throws CuboError `CUBO_BAD_ARGUMENT`, which names the option, the nearest known one, and all of them
 */
export function assertKnownOptions(owner: string, options: unknown, known: Readonly<Record<string, true>>): void {
  if (options === undefined) return;
  const names = Object.keys(known);
  const all = `Its options are ${names.join(', ')}.`;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `${owner} was given ${kindOf(options)} where its options are wanted.`,
      remedy: `Pass an object. ${all}`,
    });
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, names);
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `${owner} has no option ${JSON.stringify(unknown)}.`,
    remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
