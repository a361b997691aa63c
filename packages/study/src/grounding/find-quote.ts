import type { TextRange } from '@cubo/contracts';
import { type FoldedText, foldText } from './fold-text.ts';

/** A text that quotes are looked up in. */
export interface QuotableText {
  /**
   * Where a quote stands, whatever its white space, typographic quotes and dashes, capitals and marks are; an ellipsis at
   * its beginning and end is passed over. Only whole words are found. `undefined`: the text does not say it.
   */
  find(quote: string): TextRange | undefined;
}

const dots = String.raw`(?:…|\.\.\.|\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\))`;
const leading = new RegExp(`^(?:${dots}\\s*)+`);
const trailing = new RegExp(`(?:\\s*${dots})+$`);
/** No quote is longer, in characters. */
export const longestQuote = 4000;

/** Makes quotes findable in a text: for more than one of them faster than {@link findQuote}. */
export function quotableText(text: string): QuotableText {
  let exact: FoldedText | undefined;
  let loose: FoldedText | undefined;
  return {
    find(quote) {
      const wanted = quote.length > longestQuote ? '' : withoutEllipses(quote);
      if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
      const literal = findLiteral(text, wanted);
      if (literal !== undefined) return literal;
      exact ??= foldText(text);
      const found = findFolded(exact, foldText(wanted).text.trim());
      if (found !== undefined) return found;
      loose ??= foldText(text, { loose: true });
      return findFolded(loose, foldText(wanted, { loose: true }).text.trim());
    },
  };
}

/** Where a quote stands in a text: `text.slice(start, end)` is what the text really says. See {@link QuotableText.find}. */
export function findQuote(text: string, quote: string): TextRange | undefined {
  return quotableText(text).find(quote);
}

function withoutEllipses(quote: string): string {
  return quote
    .trim()
    .replace(/^["“„«](.*)["”“»]$/s, '$1')
    .replace(leading, '')
    .replace(trailing, '')
    .trim();
}

/** The first place of just these characters, as whole words. */
function findLiteral(text: string, wanted: string): TextRange | undefined {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isWithinWord(text, at - 1, at) || isWithinWord(text, end - 1, end)) continue;
    // Accents that are coded apart belong to the last letter.
    if (!/\p{M}/u.test(text[end] ?? '')) return { start: at, end };
  }
  return undefined;
}

function findFolded({ text, starts, ends }: FoldedText, wanted: string): TextRange | undefined {
  if (wanted === '') return undefined;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const last = at + wanted.length - 1;
    if (isWithinWord(text, at - 1, at) || isWithinWord(text, last, last + 1)) continue;
    // Accents that are coded apart belong to the last letter.
    let end = last;
    while (end + 1 < text.length && /\p{M}/u.test(text[end + 1] as string)) end++;
    return { start: starts[at] as number, end: ends[end] as number };
  }
  return undefined;
}

/** Whether a word or number goes on from one place to the next: `5` is not found in `15`, nor in `1.5`. */
function isWithinWord(text: string, before: number, behind: number): boolean {
  const [left = '', right = ''] = [text[before], text[behind]];
  if (/[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right)) return true;
  const isSign = (sign: string) => sign === '.' || sign === ',';
  if (/\d/.test(left) && isSign(right)) return /\d/.test(text[behind + 1] ?? '');
  return isSign(left) && /\d/.test(right) && /\d/.test(text[before - 1] ?? '');
}
