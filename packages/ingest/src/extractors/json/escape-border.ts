/** Characters of the longest escape, that of a surrogate pair: `\ud83d\ude00`. */
const longestEscape = 12;

/** The beginning of an escape, of one for a whole surrogate pair where its first half is there. */
const unfinished = /^\\(?:u(?:[\da-f]{0,3}|d[89ab][\da-f]{2}(?:\\(?:u[\da-f]{0,3})?)?))?$/i;

/** A place at or before `index` that does not divide an escaped character of a JSON text (RFC 8259, section 7). */
export function escapeBorder(text: string, index: number): number {
  for (let at = Math.max(0, index - longestEscape + 1); at < index; at++)
    if (text[at] === '\\' && unfinished.test(text.slice(at, index)) && !isEscaped(text, at)) return at;
  return index;
}

/** Whether a backslash belongs to the one before it: an odd number of them stands there. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === '\\') first--;
  return (index - first) % 2 === 1;
}
