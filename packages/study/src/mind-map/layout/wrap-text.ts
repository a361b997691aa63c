import { textWidth } from './text-width.ts';

/**
 * Breaks a text into lines of at most `width` times the font's size: between words, where a word does not fit a line in
 * itself. Japanese, Chinese and Thai, which have no spaces, are broken between their words, and never before closing
 * punctuation.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (line !== '' && textWidth(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    const parts = textWidth(piece.trimEnd()) > width ? breakWord(piece, width) : [piece];
    lines.push(...parts.slice(0, -1));
    line += parts.at(-1) as string;
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** What must stay together, each with the space behind it. */
function piecesOf(text: string): string[] {
  return (text.match(/\s*\S+\s*/g) ?? [text]).flatMap((word) =>
    withoutSpaces.test(word) ? wordsWithin(word) : [word],
  );
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function wordsWithin(word: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of words.segment(word)) {
    const before = pieces.at(-1);
    const staysBehind = /^[\s\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u.test(segment);
    if (before !== undefined && (staysBehind || /[\p{Ps}\p{Pi}]$/u.test(before)))
      pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** Parts of a word that is wider than a line, about equal ones; between letters they end with a hyphen. */
function breakWord(word: string, line: number): string[] {
  const whole = textWidth(word.trimEnd());
  const width = Math.min(line, whole / Math.ceil(whole / (line - 1)) + 1);
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(word)) {
    const hyphen = hyphenated.test(part.at(-1) ?? '') && hyphenated.test(segment) ? '-' : '';
    if (part !== '' && segment.trim() !== '' && textWidth(`${part}${segment}-`) > width) {
      parts.push(part + hyphen);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

const hyphenated = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
