/** The longest label that is taken from a model, in characters. */
export const longestModelLabel = 80;

/** The longest label that a user may give, in characters. */
export const longestLabel = 200;

/**
 * A label out of what a model wrote: numbers and truth values become words, line breaks and runs of spaces one space, and
 * what is longer than `longest` characters is cut behind a word, with an ellipsis. `undefined` where nothing is left.
 */
export function cleanLabel(value: unknown, longest: number = longestModelLabel): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (Number.isNaN(value)) return undefined;
  const text = String(value)
    .toWellFormed()
    // A label of megabytes need not be searched to its end.
    .slice(0, longest * 16)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return undefined;
  return cutBehindWord(text, longest);
}

/** A text of at most `longest` characters. Characters are what people see as one. */
export function cutBehindWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment);
  if (characters.length <= longest) return text;
  const head = characters.slice(0, longest - 1).join('');
  const end = characters[longest - 1] === ' ' ? head.length : head.lastIndexOf(' ');
  // A first word that is longer than half of what there is room for is cut in itself.
  return `${(end > head.length / 2 ? head.slice(0, end) : head).trimEnd()}…`;
}

/** What two labels share that say the same: case, punctuation and spaces do not count. */
export function labelKey(label: string): string {
  const folded = label.normalize('NFKC').toLowerCase();
  const words = folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
  // Of a label without words (`++`, `→`) all counts.
  return words === '' ? folded : words;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
