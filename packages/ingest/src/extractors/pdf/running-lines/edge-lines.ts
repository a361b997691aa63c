import { type PlacedRun, placeRun } from '../layout/placed-run.ts';
import { type TextLine, toLines } from '../layout/text-lines.ts';
import type { TextRun } from '../layout/text-run.ts';
import type { PageContent } from '../page/page-content.ts';
import { parseRoman } from './roman-number.ts';

/** A line near the upper or lower edge of a page. */
export interface EdgeLine {
  readonly edge: 'top' | 'bottom';
  /** Its text with every number replaced by `#`. */
  readonly key: string;
  /** The numbers, in order. */
  readonly numbers: readonly number[];
  readonly y: number;
  /** Set in larger type than most of the page. */
  readonly isLarge: boolean;
  /** Looks like the header of a table that the next line continues. */
  readonly isRow: boolean;
}

/** The lines of a page that may run through the document, outermost first, and the runs that each consists of. */
export interface PageEdges {
  readonly page: number;
  readonly lines: readonly EdgeLine[];
  readonly runsOf: readonly (readonly TextRun[])[];
}

/** Share of the height of a page that counts as its edge. */
const edgeShare = 0.15;
const mostLines = 4;
const levelAngle = 0.07;
const largerType = 1.15;
/** Two lines are rows of one table when they are closer than so many type sizes and their cells begin below each other. */
const rowPitch = 1.8;

/** Finds the lines at the upper and lower edge of a page. */
export function edgeLines(content: PageContent): PageEdges {
  const { height } = content;
  const runOf = new Map<PlacedRun, TextRun>();
  const near: PlacedRun[] = [];
  const sizes = new Map<number, number>();
  for (const run of content.runs) {
    sizes.set(run.size, (sizes.get(run.size) ?? 0) + run.text.length);
    if (Math.abs(run.angle) > levelAngle || (run.y > height * edgeShare && run.y < height * (1 - edgeShare))) continue;
    const placed = placeRun(run, 0);
    runOf.set(placed, run);
    near.push(placed);
  }
  const [usual] = [...sizes].sort((a, b) => b[1] - a[1])[0] ?? [0];
  const all = toLines(near);
  const top = all.filter((line) => line.baseline >= height * (1 - edgeShare));
  const bottom = all.filter((line) => line.baseline < height * (1 - edgeShare)).reverse();
  const chosen = [
    ...top.slice(0, mostLines).map((line, index) => ({ line, edge: 'top' as const, next: top[index + 1] })),
    ...bottom.slice(0, mostLines).map((line, index) => ({ line, edge: 'bottom' as const, next: bottom[index + 1] })),
  ];
  return {
    page: content.page,
    lines: chosen.map(({ line, edge, next }) => ({
      edge,
      ...keyOf(line),
      y: edge === 'top' ? height - line.baseline : line.baseline,
      isLarge: line.size > largerType * usual,
      isRow: edge === 'top' && next !== undefined && areRows(line, next),
    })),
    runsOf: chosen.map(({ line }) => line.runs.flatMap((run) => runOf.get(run) ?? [])),
  };
}

function keyOf(line: TextLine): { key: string; numbers: number[] } {
  const numbers: number[] = [];
  const text = line.runs.map((run) => run.text.trim()).join(' ');
  const tokens = text.toLowerCase().split(/\s+/);
  const key = tokens.map((token, index) => {
    const roman = index === 0 || index === tokens.length - 1 ? parseRoman(token) : undefined;
    if (roman !== undefined) {
      numbers.push(roman);
      return '#';
    }
    return token.replace(/\p{Nd}+/gu, (digits) => {
      numbers.push(toNumber(digits));
      return '#';
    });
  });
  return { key: key.join(''), numbers };
}

/** Digits of any script. */
function toNumber(digits: string): number {
  let value = 0;
  for (const digit of digits) {
    const point = digit.codePointAt(0) as number;
    // The digits of each script stand in a row of ten, from zero up.
    let zero = point;
    while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    value = value * 10 + (point < 0x80 ? point - 0x30 : point - zero);
  }
  return value;
}

function areRows(line: TextLine, next: TextLine): boolean {
  if (line.baseline - next.baseline > rowPitch * next.size) return false;
  const starts = (of: TextLine) =>
    of.runs.filter(({ left }, index) => left - (of.runs[index - 1]?.right ?? Number.NEGATIVE_INFINITY) > of.size);
  const [own, below] = [starts(line), starts(next)];
  const shared = own.filter(({ left }) => below.some((run) => Math.abs(run.left - left) < 0.5 * line.size));
  return own.length > 1 && shared.length > 1;
}
