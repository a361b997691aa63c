import { isRightToLeft } from './line-text.ts';
import type { ReadLine } from './text-blocks.ts';

/** How a line is set apart from the one before it. */
export type LineSeparator = 'none' | 'wrap' | 'line' | 'paragraph';

const bullet = '[•◦▪▫■□●○◆◇‣⁃∙·*–—➢➤✓✔☐☒☑-]';
const number = '\\(?(?:\\d{1,3}|[ivxlc]{1,5}|\\p{L})[.)]|\\d{1,2}(?:\\.\\d{1,2})+\\.?|\\[\\d{1,3}\\]';
const listItem = new RegExp(`^(?:${bullet}|${number})\\s`, 'iu');
const marker = new RegExp(`^(?:${bullet}|${number})$`, 'iu');

/** Whether a text is nothing but the mark before an item of a list. */
export function isMarker(text: string): boolean {
  return marker.test(text.trim());
}

/** Whether a text begins with the mark of an item of a list. */
export function isListItem(text: string): boolean {
  return listItem.test(text);
}

const sentenceEnd = /[.!?:;。！？؟…]["'”’»)\]]*$/u;
/** The dots of a table of contents, and what they lead to. */
const leaderEnd = /(?:…|\.{3,}|(?:\. ){3,}) ?[\p{N}ivxlc]{1,6}$/iu;
const ideographEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Shares of the type size: what counts as level with the margin, and as set in from it. */
const atMargin = 0.4;
const setIn = 0.8;
/** Share of the width of the lines around them below which the lines of a block count as short. */
const narrow = 0.6;
/** A gap of so many type sizes parts the cells of a row. */
const rowGap = 1.8;

/** From where to where the lines of a region reach. */
export interface LineExtent {
  readonly left: number;
  readonly right: number;
}

/**
 * Tells the ends of lines that only wrap a paragraph from those that mean something. A line wraps when the first word of
 * the next one would not have fitted beside it; this needs no knowledge of the language.
 */
export function separateLines(lines: readonly ReadLine[], region: LineExtent): LineSeparator[] {
  const isFromRight = isRightToLeft(lines.flatMap(({ line }) => line.runs));
  /** How far lines are set in at their beginning, and how much room is left at their end. */
  const begins = lines.map(({ line }) => (isFromRight ? -line.right : line.left));
  const ends = lines.map(({ line }) => (isFromRight ? -line.left : line.right));
  const margin = begins.reduce((least, begin) => Math.min(least, begin), Number.POSITIVE_INFINITY);
  const own = ends.reduce((most, end) => Math.max(most, end), Number.NEGATIVE_INFINITY);
  const far = isFromRight ? -region.left : region.right;
  // Lines that all are much shorter than those around them are entries, not a narrow paragraph.
  const isNarrow = own - margin < narrow * (far - margin);
  const indent = lines.map(({ line }, index) => ((begins[index] ?? 0) - margin) / line.size);
  const isShort = lines.map(({ line }, index) => {
    const next = lines[index + 1];
    if (!next) return false;
    const needed = firstWordWidth(next) + 0.6 * line.size;
    if (own - (ends[index] ?? 0) > needed) return true;
    return isNarrow && far - (ends[index] ?? 0) > needed && !/^\p{Ll}/u.test(next.text);
  });
  const inside = indent.filter((share) => share > setIn).length;
  const isHanging = inside >= 0.5 * lines.length && inside < lines.length;
  const isFixed = haveOwnLines(lines, ends, own);
  const isProse = isShort.filter((short) => !short).length >= 0.6 * lines.length;

  return lines.map(({ text }, index): LineSeparator => {
    const before = lines[index - 1];
    if (!before) return 'none';
    if (isListItem(text) && !(/^[-–—]\s/u.test(text) && !isShort[index - 1])) return 'line';
    const [here, last] = [indent[index] ?? 0, indent[index - 1] ?? 0];
    const continuesItem = isListItem(before.text) && here > last + atMargin;
    if (!continuesItem && !isHanging && here > setIn && here < 6 && last <= atMargin) {
      const next = indent[index + 1];
      if ((isShort[index - 1] || sentenceEnd.test(before.text)) && (next === undefined || next <= here))
        return 'paragraph';
    }
    if (isHanging && here <= atMargin && last > setIn && !continuesWord(before.text)) return 'line';
    if (continuesWord(before.text)) return 'wrap';
    if (leaderEnd.test(before.text) || hasGap(before) || hasGap(lines[index] as ReadLine)) return 'line';
    if (!isShort[index - 1]) return isFixed ? 'line' : 'wrap';
    return isProse && sentenceEnd.test(before.text) ? 'paragraph' : 'line';
  });
}

/**
 * Whether lines are entries of their own although they are of about the same length: receipts, addresses. Of four lines
 * of prose, hardly ever none after the first begins in lower case, or they all end at the same edge.
 */
function haveOwnLines(lines: readonly ReadLine[], ends: readonly number[], edge: number): boolean {
  if (lines.length < 4) return false;
  const rest = lines.slice(1).map(({ text }) => text);
  if (rest.some((text) => /^["'“„(]?\p{Ll}/u.test(text)) || !rest.some((text) => /^\p{Lu}/u.test(text))) return false;
  const full = lines.filter(({ line }, index) => edge - (ends[index] ?? 0) < 0.3 * line.size).length;
  return full < 0.5 * lines.length;
}

/** A gap that no prose has: the line is a row. */
function hasGap({ line }: ReadLine): boolean {
  return line.runs.some(({ left }, index) => {
    const before = line.runs[index - 1];
    return before !== undefined && left - before.right > rowGap * line.size && !isMarker(before.text);
  });
}

function continuesWord(text: string): boolean {
  return /\p{L}[-\u2010\u00ad]$/u.test(text);
}

function firstWordWidth({ text, line }: ReadLine): number {
  const perCharacter = (line.right - line.left) / Math.max(1, text.length);
  if (ideographEnd.test(text[0] ?? '')) return 2 * perCharacter;
  const end = text.search(/\s/);
  return perCharacter * ((end < 0 ? text.length : end) + 1);
}
