import type { SectionKind, TextRange } from '@cubo/contracts';
import {
  type BorderKind,
  borders,
  codePointBorder,
  firstUnspacedBorder,
  lastUnspacedBorder,
  skipWhiteSpace,
  skipWhiteSpaceBack,
} from '../text/borders.ts';
import { sentenceStarts } from '../text/sentence-starts.ts';
import { characterMeasure, type MeasureText, type TextMeasure } from './text-measure.ts';

/** What {@link cutText} cuts by. */
export interface CutTextOptions {
  readonly kind: SectionKind;
  /** The most that a piece may have, in units of the measure. */
  readonly maximum: number;
  readonly overlap: number;
  /** Default: characters. */
  readonly measure?: MeasureText | undefined;
  /** Where the rows of a table begin, ascending. */
  readonly rowStarts?: readonly number[] | undefined;
}

/** How far a last piece may exceed the maximum, so that no crumb is left over. */
const tolerance = 1.2;
/** A remainder below this share of the maximum is a crumb. */
const crumb = 0.25;
/** A border must leave at least this share of the room filled; otherwise a weaker border further on is better. */
const fill = { paragraph: 0.5, other: 0.3 } as const;

/**
 * Cuts a text into ranges of at most `maximum` (the last one up to 1.2 times that), in order, none empty,
 * without white space at their ends; together they hold every character that is not white space. Each cut takes the
 * strongest border that leaves the piece reasonably full: rows of a table, paragraphs, sentences, lines, words,
 * graphemes. The next piece begins up to `overlap` before the cut, at a sentence or else a word; rows of
 * tables are not repeated.
 *
 * Only a single grapheme longer than the maximum is divided, between code points. Time is linear in the length of the
 * text.
 */
export function* cutText(text: string, options: CutTextOptions): Generator<TextRange> {
  const { maximum } = options;
  const overlap = options.kind === 'table' ? 0 : options.overlap;
  const measure = (options.measure ?? characterMeasure)(text);
  const end = skipWhiteSpaceBack(text, text.length);
  let start = skipWhiteSpace(text, 0);
  // Everything before this place is in a range already.
  let covered = start;
  while (start < end) {
    if (measure.length(start, end) <= maximum) {
      yield { start, end };
      return;
    }
    const cut = findCut(text, start, covered, options, measure);
    if (cut === undefined) {
      // The grapheme after the overlap does not fit beside it.
      start = covered;
      continue;
    }
    const next = skipWhiteSpace(text, cut);
    if (measure.length(start, end) <= maximum * tolerance && measure.length(next, end) < maximum * crumb) {
      yield { start, end };
      return;
    }
    yield { start, end: skipWhiteSpaceBack(text, cut) };
    const repeated =
      measure.length(cut, next) > overlap
        ? cut
        : skipWhiteSpace(
            text,
            overlapStart(text, Math.max(start + 1, measure.retreat(cut, overlap)), cut, start, options),
          );
    covered = next;
    start = repeated < cut ? repeated : next;
  }
}

function findCut(
  text: string,
  start: number,
  covered: number,
  options: CutTextOptions,
  measure: TextMeasure,
): number | undefined {
  const limit = measure.advance(start, options.maximum);
  // White space at the limit does not count: it is trimmed off.
  const reach = skipWhiteSpace(text, limit);
  const least = (share: number) =>
    Math.floor(Math.max(start + share * (limit - start), covered + share * (limit - covered)));
  if (options.rowStarts) {
    const row = lastBetween(options.rowStarts, least(fill.other), reach);
    if (row !== undefined) return row;
  }
  const lineWise = options.kind === 'code' || options.kind === 'table';
  const kinds: readonly (BorderKind | 'sentence')[] = lineWise
    ? ['paragraph', 'line', 'sentence', 'word']
    : ['paragraph', 'sentence', 'line', 'word'];
  for (const kind of kinds) {
    const from = least(kind === 'paragraph' ? fill.paragraph : fill.other);
    const found = kind === 'sentence' ? sentenceStarts(text, from, reach + 1) : borders(text, kind, from, reach);
    const last = found.at(-1);
    if (last !== undefined && last > covered) return last;
  }
  const unspaced = lastUnspacedBorder(text, start, covered, limit);
  if (unspaced !== undefined) return unspaced;
  return start === covered ? codePointBorder(text, limit) : undefined;
}

function overlapStart(text: string, from: number, cut: number, known: number, options: CutTextOptions): number {
  if (from >= cut) return cut;
  if (options.kind === 'code') return borders(text, 'line', from - 1, cut).find((border) => border >= from) ?? cut;
  const sentence = sentenceStarts(text, Math.max(known, from - 8), cut).find((border) => border >= from);
  if (sentence !== undefined) return sentence;
  const word = borders(text, 'word', from - 1, cut).find((border) => border >= from && border < cut);
  return word ?? firstUnspacedBorder(text, known, from, cut) ?? cut;
}

function lastBetween(ascending: readonly number[], above: number, atMost: number): number | undefined {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= atMost) low = middle + 1;
    else high = middle;
  }
  const value = ascending[low - 1];
  return value !== undefined && value > above ? value : undefined;
}
