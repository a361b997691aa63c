import { median, type PlacedRun } from './placed-run.ts';
import { type TextLine, toLines } from './text-lines.ts';

/** What tells columns of text from cells of a table. */
export interface ColumnText {
  readonly lines: readonly TextLine[];
  readonly width: number;
  /** Ideographs count twice: they say as much as two letters. */
  readonly charactersPerLine: number;
  /** Share of the lines that fill most of the width. */
  readonly fill: number;
  /** Share of the lines with a gap in them that no line of prose has. */
  readonly broken: number;
  /** Share of letters among the characters. */
  readonly letters: number;
}

/** A line fills a column from this share of its width on. */
const filled = 0.75;

/** A gap in a line that parts cells, in shares of the type size. */
const brokenGap = 1.2;

/** Describes the runs of one column. */
export function describeColumn(runs: readonly PlacedRun[]): ColumnText {
  const lines = toLines(runs);
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
  }
  let [characters, letters] = [0, 0];
  for (const { text } of runs) {
    characters += count(text, /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
    const wide = count(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
    characters += 2 * wide;
    letters += count(text, /\p{L}/gu) + wide;
  }
  return {
    lines,
    width: right - left,
    charactersPerLine: characters / lines.length,
    fill: lines.filter((line) => line.right - line.left >= filled * (right - left)).length / lines.length,
    broken: lines.filter(isBroken).length / lines.length,
    letters: letters / Math.max(1, characters),
  };
}

function isBroken({ runs, size }: TextLine): boolean {
  let reached = Number.POSITIVE_INFINITY;
  for (const { left, right } of runs) {
    if (left - reached >= brokenGap * size) return true;
    reached = reached === Number.POSITIVE_INFINITY ? right : Math.max(reached, right);
  }
  return false;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Baselines that differ by less than this share of the type size are one. */
const sameBaseline = 0.1;

/** Share of the lines of one column that stand on a baseline of the other. */
export function sharedBaselines(first: ColumnText, second: ColumnText): number {
  const size = median(first.lines.map((line) => line.size));
  let shared = 0;
  let at = 0;
  for (const { baseline } of first.lines) {
    while (at < second.lines.length && (second.lines[at] as TextLine).baseline > baseline + sameBaseline * size) at++;
    const other = second.lines[at];
    if (other && Math.abs(other.baseline - baseline) <= sameBaseline * size) shared++;
  }
  return shared / Math.max(1, first.lines.length);
}
