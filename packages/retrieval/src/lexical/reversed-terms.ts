/**
 * Beside its terms a segment may name some of them from their end to their beginning, so that those with a certain end
 * are found. Such a name stands behind all terms: no word has this character.
 */
const mark = '\uffff';

/** The name of a term, or the beginning of the names of all terms with this end. */
export function reversedName(end: string): string {
  let name = mark;
  for (let i = end.length - 1; i >= 0; i--) name += end.charAt(i);
  return name;
}

/** Whether this is the name of a term, and no term. */
export function isReversedName(text: string): boolean {
  return text.startsWith(mark);
}

/** The term that has this name. */
export function termOfName(name: string): string {
  return reversedName(name.slice(mark.length)).slice(mark.length);
}

/** Shorter words are hardly compounds. */
const shortestCompound = 7;
const onlyLetters = /^[\p{L}\p{M}]+$/u;

/** Whether a term may be a word that is put together of others. */
export function mayBeCompound(term: string): boolean {
  return term.length >= shortestCompound && onlyLetters.test(term);
}
