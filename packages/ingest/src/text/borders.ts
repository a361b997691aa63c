/** White space that a line may be broken at; the other kinds (no-break spaces) hold words together. */
const breakable = '[^\\S\\u00a0\\u2007\\u202f\\ufeff]';
const wordBorder = new RegExp(`${breakable}+`, 'gu');
const lineBorder = /\r?\n[^\S\n]*|\r(?!\n)[^\S\n]*/gu;
const paragraphBorder = /\n[^\S\n]*\n\s*/gu;

/** Characters that belong to the one before them. */
const attached = /^(?:\p{M}|\p{Grapheme_Extend}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u;

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Whether the character at `index` is combined with the one before it, so that no text may begin there. */
function isAttached(text: string, index: number): boolean {
  return attached.test(text.slice(index, index + 2));
}

/** The first place from `index` on that is not white space, or the end of the text. */
export function skipWhiteSpace(text: string, index: number): number {
  let at = index;
  while (at < text.length && text[at]?.trim() === '') at++;
  // A mark that is written over a space needs its space.
  return at > index && isAttached(text, at) ? at - 1 : at;
}

/** The place after the last character before `index` that is not white space, or 0. */
export function skipWhiteSpaceBack(text: string, index: number): number {
  let at = index;
  while (at > 0 && text[at - 1]?.trim() === '') at--;
  return at;
}

/** Kinds of borders at which the next piece begins with its first character after white space. */
export type BorderKind = 'paragraph' | 'line' | 'word';

const patterns: Readonly<Record<BorderKind, RegExp>> = {
  paragraph: paragraphBorder,
  line: lineBorder,
  word: wordBorder,
};

/** All borders of a kind in `(from, to]`, ascending. */
export function borders(text: string, kind: BorderKind, from: number, to: number): number[] {
  const found: number[] = [];
  for (const match of text.slice(from, to).matchAll(patterns[kind])) {
    const border = from + match.index + match[0].length;
    if (border > from && !isAttached(text, border)) found.push(border);
  }
  return found;
}

/**
 * The last border of words as a dictionary or the script has it, else of graphemes, in `(from, to]`. `known` is a place
 * before them that is certainly a border of graphemes: where flags or jamo are lined up, only counting from there tells
 * which belong together.
 *
 * @returns `undefined` when one single grapheme reaches over all of it
 */
export function lastUnspacedBorder(text: string, known: number, from: number, to: number): number | undefined {
  const piece = text.slice(known, to + 64);
  const graphemes = graphemeSegmenter.segment(piece);
  for (const segments of [wordSegmenter.segment(piece), graphemes]) {
    const border = known + (segments.containing(to - known)?.index ?? 0);
    if (border > from && graphemes.containing(border - known)?.index === border - known) return border;
  }
  return undefined;
}

/** The first border of words, else of graphemes, in `[from, to)`; `known` as for {@link lastUnspacedBorder}. */
export function firstUnspacedBorder(text: string, known: number, from: number, to: number): number | undefined {
  const piece = text.slice(known, to + 64);
  const graphemes = graphemeSegmenter.segment(piece);
  for (const segments of [wordSegmenter.segment(piece), graphemes]) {
    const segment = segments.containing(from - known);
    if (segment === undefined) continue;
    const border = known + (segment.index === from - known ? segment.index : segment.index + segment.segment.length);
    if (border < to && graphemes.containing(border - known)?.index === border - known) return border;
  }
  return undefined;
}

/** A place at or before `index` that does not divide a surrogate pair. */
export function codePointBorder(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const isTrail = unit >= 0xdc00 && unit <= 0xdfff;
  const before = text.charCodeAt(index - 1);
  return isTrail && before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}
