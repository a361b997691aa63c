import { type Candidate, isObject } from './collect-items.ts';
import { parseValue } from './parse-value.ts';
import { withoutThought } from './skip-thinking.ts';

/** Where an object begins is tried so often. */
const mostAttempts = 16;
/** Longer answers are not read, in characters. */
const longestText = 200_000;

/**
 * The one object that a model answered with, such as an outline: the first that has one of the properties asked for, with
 * prose, thoughts and fences around, and repaired where that is needed. Never throws.
 */
export function parseObject(text: string, properties: readonly string[]): Candidate | undefined {
  const answer = withoutThought(text).slice(0, longestText);
  let at = answer.indexOf('{');
  for (let attempt = 0; attempt < mostAttempts && at >= 0; attempt++) {
    const value = parseValue(answer.slice(at, closingOf(answer, at)));
    if (isObject(value)) {
      const found = [value, ...Object.values(value)].find(
        (entry): entry is Candidate => isObject(entry) && properties.some((property) => Object.hasOwn(entry, property)),
      );
      if (found !== undefined) return found;
    }
    at = answer.indexOf('{', at + 1);
  }
  return undefined;
}

/** Behind the bracket that closes the one at `from`, or the end of the text. */
function closingOf(text: string, from: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (isInString && character === '\\') at++;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}
