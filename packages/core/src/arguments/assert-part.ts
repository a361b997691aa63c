import { badArgument } from '@cubo/contracts';
import { describeValue } from './describe-value.ts';

/** What an object must have to be a part of one kind. */
export interface PartShape {
  /** What it is called: `a chunker`. */
  readonly name: string;
  /** Properties that must be texts, and not empty. */
  readonly texts?: readonly string[] | undefined;
  /** Properties that must be lists of texts. */
  readonly lists?: readonly string[] | undefined;
  readonly functions: readonly string[];
}

/**
 * Refuses a part that lacks what makes it one: what was never checked by a compiler would otherwise fail at its first
 * use, by an error that does not name it.
 *
 * @param option name of the option that it was given as
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertPart(option: string, part: unknown, shape: PartShape): void {
  const { name, texts = [], lists = [], functions } = shape;
  if (typeof part === 'function') {
    throw badArgument(
      `The option ${option} is a function, where ${name} is wanted.`,
      `Call the function that makes ${name}, and pass what it returns.`,
    );
  }
  if (typeof part !== 'object' || part === null) {
    throw badArgument(`The option ${option} is ${describeValue(part)}, not ${name}.`, needs(shape));
  }
  const given = part as Readonly<Record<string, unknown>>;
  const missing = [
    ...texts.filter((key) => typeof given[key] !== 'string' || given[key] === ''),
    ...lists.filter((key) => !isListOfTexts(given[key])),
    ...functions.filter((key) => typeof given[key] !== 'function').map((key) => `${key}()`),
  ];
  if (missing.length > 0) {
    throw badArgument(`The option ${option} is not ${name}: it has no ${missing.join(', no ')}.`, needs(shape));
  }
}

function needs({ name, texts = [], lists = [], functions }: PartShape): string {
  const wanted = [
    ...texts.map((key) => `the text ${key}`),
    ...lists.map((key) => `the list of texts ${key}`),
    ...functions.map((key) => `the function ${key}()`),
  ];
  const last = wanted.pop();
  return `Pass ${name}: an object with ${wanted.length > 0 ? `${wanted.join(', ')} and ` : ''}${last}.`;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
