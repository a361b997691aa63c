import { badArgument } from '@cubo/contracts';

/** The most levels below the root. */
export const mostLevels = 32;
/** The most nodes of a map, without the root. */
export const mostNodes = 1000;
/** The longest note, in characters. */
export const longestNote = 2000;

/** A text of the user's, trimmed; a label has one line. */
export function checkedText(what: 'title' | 'label' | 'note', value: unknown, longest: number): string {
  if (typeof value !== 'string') throw badArgument(`The ${what} is no text.`, 'Pass a text.');
  const text = value.toWellFormed().trim();
  const line = what === 'note' ? text : text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  if (line.length > longest) {
    throw badArgument(`The ${what} has ${line.length} characters.`, `Pass at most ${longest}.`);
  }
  if (line === '' && what !== 'note') throw badArgument(`The ${what} is empty.`, 'Pass a text.');
  return line;
}

/** A whole number within limits. */
export function checkedNumber(what: string, value: number, least: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw badArgument(`${what} is ${String(value)}.`, `Pass a whole number from ${least} to ${most}.`);
}
