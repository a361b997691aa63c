import type { PageBox, TextBox } from '@cubo/contracts';
import type { LineJoiner } from './join-lines.ts';
import { type LineExtent, separateLines } from './line-breaks.ts';
import { type LineText, lineText } from './line-text.ts';
import type { TextBlock } from './page-block.ts';
import { median, unite } from './placed-run.ts';
import type { TextLine } from './text-lines.ts';

/** A line and what it says. */
export interface ReadLine extends LineText {
  readonly line: TextLine;
  /** Share of its characters that are bold. */
  readonly boldShare: number;
}

/** A gap of so many times the usual distance of lines parts two blocks. */
const widerGap = 1.4;
/** The most that the usual distance of baselines can be, in shares of the type size: in a longer text, and in a short one. */
const mostLeading = { long: 2.6, short: 1.9 } as const;
const fewLines = 5;
/** Type sizes that differ by more than this share part two blocks. */
const otherSize = 0.12;
/** So do lines of which one is bold and the other is not, by the shares of their bold characters. */
const otherWeight = 0.8;
const boldLine = 0.9;

/** Reads the lines of a region; lines without characters fall away. */
export function readLines(lines: readonly TextLine[]): ReadLine[] {
  return lines
    .map((line) => ({ ...lineText(line.runs), line, boldShare: boldShare(line) }))
    .filter(({ text }) => text !== '');
}

function boldShare(line: TextLine): number {
  let [bold, all] = [0, 0];
  for (const run of line.runs) {
    all += run.text.length;
    if (run.bold) bold += run.text.length;
  }
  return bold / all;
}

/** Puts the lines of a region without columns together: a block ends at a wider gap and where the type changes. */
export function textBlocks(lines: readonly ReadLine[], joiner: LineJoiner): TextBlock[] {
  const leading = usualLeading(lines);
  const extent = lines.reduce<LineExtent>(
    ({ left, right }, { line }) => ({ left: Math.min(left, line.left), right: Math.max(right, line.right) }),
    { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY },
  );
  const blocks: TextBlock[] = [];
  let open: ReadLine[] = [];
  const end = () => {
    if (open.length > 0) blocks.push(makeBlock(open, joiner, extent));
    open = [];
  };
  for (const next of lines) {
    const last = open.at(-1);
    if (last && partsBlocks(last, next, leading)) end();
    open.push(next);
  }
  end();
  return blocks;
}

function partsBlocks(last: ReadLine, next: ReadLine, leading: number): boolean {
  const [a, b] = [last.line.size, next.line.size];
  if (Math.abs(a - b) > otherSize * Math.max(a, b) || Math.abs(last.boldShare - next.boldShare) > otherWeight)
    return true;
  return last.line.baseline - next.line.baseline > widerGap * Math.max(leading, 0.9 * Math.max(a, b));
}

function usualLeading(lines: readonly ReadLine[]): number {
  const pitches: number[] = [];
  for (const [index, { line }] of lines.entries()) {
    const last = lines[index - 1]?.line;
    if (last && Math.abs(last.size - line.size) <= otherSize * line.size) pitches.push(last.baseline - line.baseline);
  }
  const size = median(lines.map(({ line }) => line.size));
  const most = (lines.length < fewLines ? mostLeading.short : mostLeading.long) * size;
  const usual = median(pitches);
  return usual > 0 ? Math.min(usual, most) : size * 1.2;
}

function makeBlock(lines: readonly ReadLine[], joiner: LineJoiner, region: LineExtent): TextBlock {
  /** Pieces of the text: looking at the end of a long text again and again would take quadratic time. */
  const parts: string[] = [];
  let length = 0;
  const boxes: TextBox[] = [];
  let box: PageBox | undefined;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  /** Changes the end of the last line. */
  const replaceLast = (last: string) => {
    const before = parts.pop() ?? '';
    length -= before.length;
    add(last);
    const place = boxes.pop();
    if (place) boxes.push({ ...place, end: length });
  };
  const separators = separateLines(lines, region);
  for (const [index, line] of lines.entries()) {
    const separator = separators[index] ?? 'none';
    const last = parts.at(-1) ?? '';
    if (separator === 'wrap') {
      const { removed, between } = joiner.join(last, line.text);
      if (removed > 0) replaceLast(last.slice(0, -removed));
      add(between);
    } else if (separator !== 'none') {
      replaceLast(visibleHyphen(last));
      add(separator === 'line' ? '\n' : '\n\n');
    }
    const start = length;
    add(line.text.replace(/\u00ad(?=.)/g, '-'));
    boxes.push({ start, end: length, box: line.box });
    box = box ? unite(box, line.box) : line.box;
  }
  replaceLast(visibleHyphen(parts.at(-1) ?? ''));
  return {
    kind: 'text',
    text: parts.join(''),
    boxes,
    size: median(lines.map(({ line }) => line.size)),
    bold: lines.every((line) => line.boldShare >= boldLine),
    lines: lines.length,
    box: box ?? [0, 0, 0, 0],
  };
}

/** A soft hyphen that is drawn although no word goes on after it is a hyphen. */
function visibleHyphen(text: string): string {
  return text.endsWith('\u00ad') ? `${text.slice(0, -1)}-` : text;
}
