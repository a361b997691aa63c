/** Spellings that stand for letters of another alphabet or keyboard. */
const spelt: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
];
const umlauts: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
];

/** What a text has to share with another to say the same: without case, accents, dashes, kinds of spaces, and
 * punctuation around it. */
export function foldAnswer(text: string): string {
  return strip(replaceAll(lower(text), spelt));
}

/** All ways a text may be folded: `Müller` is `muller` or `mueller`. */
export function foldings(text: string): string[] {
  return [...new Set([foldAnswer(text), strip(replaceAll(replaceAll(lower(text), umlauts), spelt))])];
}

function lower(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function strip(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‐‑‒–—_/-]+/g, ' ')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .replace(/\s*[’'`´]\s*/g, "'")
    .replace(/[\s,;:]+/g, ' ');
}

function replaceAll(text: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce((replaced, [pattern, letters]) => replaced.replace(pattern, letters), text);
}
