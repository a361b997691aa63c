import { isDigit, isUpperCase } from './word-bounds.ts';

/** Names in program text are shorter; encoded data is longer, or changes between capitals and small letters more often. */
const longestWord = 64;
const mostParts = 8;

/**
 * The parts of a word that is written as several: at inner capitals (`getUserName`, `HTTPServer`), and a number with a
 * letter behind it or the other way round, without it (`404B`, `1990s`, `uint32`). A word that is not so written has none,
 * and neither have those whose capitals stand for a word each (`SaaS`, `PDFs`).
 *
 * @param written the word in composition, with its capitals
 */
export function identifierParts(written: string): string[] {
  if (written.length > longestWord) return [];
  const kinds = Array.from({ length: written.length }, (_, i) => kindOf(written.charCodeAt(i)));
  const parts: string[] = [];
  let start = 0;
  for (let i = 1; i < written.length; i++) {
    if (!startsPart(kinds, i)) continue;
    parts.push(written.slice(start, i));
    start = i;
  }
  if (start === 0) return numberOrName(written, kinds);
  parts.push(written.slice(start));
  return parts.length > mostParts ? [] : parts.filter((part) => part.length > 1);
}

const lower = 0;
const upper = 1;
const digit = 2;

function kindOf(code: number): number {
  if (isDigit(code)) return digit;
  return isUpperCase(code) ? upper : lower;
}

/** Whether a capital begins a part: one behind a small letter, or the last of several, before two small letters. */
function startsPart(kinds: readonly number[], at: number): boolean {
  if (kinds[at] !== upper || at + 1 === kinds.length) return false;
  const [before, next] = [kinds[at - 1], kinds[at + 1]];
  if (before === lower) return next !== digit;
  return next === lower && kinds[at + 2] === lower;
}

function numberOrName(written: string, kinds: readonly number[]): string[] {
  const startsWithDigit = kinds[0] === digit;
  const change = kinds.findIndex((kind) => (kind === digit) !== startsWithDigit);
  if (change < 2) return [];
  const isOnlyChange = kinds.every((kind, i) => i < change || (kind === digit) !== startsWithDigit);
  const longestRest = startsWithDigit ? 2 : 4;
  return isOnlyChange && kinds.length - change <= longestRest ? [written.slice(0, change)] : [];
}
