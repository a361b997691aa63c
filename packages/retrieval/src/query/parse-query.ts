import type { RequiredTexts } from '@cubo/contracts';

/** A query taken apart, see {@link parseQuery}. */
export interface ParsedQuery extends RequiredTexts {
  /** What is ranked by: all that was asked for, without the signs; nothing of what is excluded. */
  readonly text: string;
  /** Quoted phrases that are not required: a chunk that has one ranks higher. */
  readonly phrases: readonly string[];
}

/**
 * A sign that begins a clause stands at the beginning or behind white space or a bracket; a number may have one of its
 * own (`-5`, `+49`). A typographic quote holds no other of its kind, so that none is looked at twice.
 */
const clause =
  /(?<=^|[\s([{])([+-]?)(?:"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»)|(?<=^|[\s([{])([+-])([\p{L}\p{M}][^\s"]*)/gu;

/** German leaves out the first part of a second compound: `Privatpersonen und -organisationen`. */
const shortenedReach = 16;
const shortened = /(?:^|\s)(?:und|oder|sowie|bzw\.)\s+$/iu;

/**
 * Reads the query syntax of Cubo: `"notice period" +termination -draft`.
 *
 * - `"two words"`, also `“…”`, `„…“`, `«…»`: a phrase. Chunks that have it rank higher; where a query is nothing but
 *   phrases and signs, they are required.
 * - `+word`, `+"two words"`: only chunks that have it.
 * - `-word`, `-"two words"`: only chunks that do not have it.
 *
 * All else is text, quotes that are not closed and the hyphen of `Privatpersonen und -organisationen` among it. A query
 * that only excludes has no text, and finds nothing.
 */
export function parseQuery(query: string): ParsedQuery {
  const phrases: string[] = [];
  const required: string[] = [];
  const excluded: string[] = [];
  let rest = '';
  let text = '';
  let end = 0;
  for (const match of query.matchAll(clause)) {
    const [all, quoteSign, plain, curly, low, angular, wordSign, word] = match;
    const phrase = plain ?? curly ?? low ?? angular;
    const asked = phrase ?? word ?? '';
    const sign = quoteSign || wordSign;
    if (wordSign === '-' && shortened.test(query.slice(Math.max(end, match.index - shortenedReach), match.index)))
      continue;
    const between = query.slice(end, match.index);
    rest += between;
    text += between;
    end = match.index + all.length;
    if (sign === '-') excluded.push(asked);
    else {
      text += asked;
      (sign === '+' ? required : phrases).push(asked);
    }
  }
  rest += query.slice(end);
  text += query.slice(end);
  const isOnlyClauses = !/[\p{L}\p{N}]/u.test(rest);
  return isOnlyClauses
    ? { text, phrases: [], required: [...required, ...phrases], excluded }
    : { text, phrases, required, excluded };
}

/** A query that is taken as it is, signs and quotes among its text. */
export function plainQuery(query: string): ParsedQuery {
  return { text: query, phrases: [], required: [], excluded: [] };
}
