import type { TextRun } from '../layout/text-run.ts';
import { type Matrix, multiply } from './page-geometry.ts';

/** A run of characters as pdf.js gives it: `transform` maps its baseline to the page. */
export interface PdfTextItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  readonly fontName: string;
}

/** What is known about a font. */
export interface RunFont {
  readonly vertical: boolean;
  readonly bold: boolean;
}

/** More runs than that are no page of text. */
const mostRuns = 200_000;

/** A sign that stands alone and has no name in Unicode: the bullets of symbol fonts. */
const nameless = /^[\p{Cc}\p{Co}]$/u;

/** Collects the runs of a page. */
export interface TextRunCollector {
  add(item: PdfTextItem): void;
  readonly characters: number;
  readonly isCut: boolean;
  runs(fontOf: (name: string) => RunFont): TextRun[];
}

/** Starts with none. */
export function createTextRuns(toUpright: Matrix): TextRunCollector {
  const items: { readonly item: PdfTextItem; readonly spaceBefore: boolean }[] = [];
  const seen = new Set<string>();
  let space = false;
  let characters = 0;
  let isCut = false;

  /** The same drawn again, a hair beside, makes letters look bold. */
  function isRepeated({ str, transform, height, width }: PdfTextItem): boolean {
    const grain = Math.max(height, 4) / 8;
    const [x, y] = [(transform[4] ?? 0) / grain, (transform[5] ?? 0) / grain];
    const key = (column: number, row: number) => `${column},${row},${Math.round(width)},${str}`;
    for (const column of [Math.floor(x), Math.ceil(x)])
      for (const row of [Math.floor(y), Math.ceil(y)]) if (seen.has(key(column, row))) return true;
    seen.add(key(Math.round(x), Math.round(y)));
    return false;
  }

  return {
    add(item) {
      if (item.str.trim() === '') {
        // pdf.js marks gaps and ends of lines with runs of their own, whose places say nothing.
        space ||= item.str !== '';
        return;
      }
      if (!item.transform.every(Number.isFinite) || isRepeated(item)) return;
      if (items.length >= mostRuns) {
        isCut = true;
        return;
      }
      items.push({ item, spaceBefore: space });
      space = false;
      characters += item.str.length;
    },
    get characters() {
      return characters;
    },
    get isCut() {
      return isCut;
    },
    runs: (fontOf) => items.flatMap(({ item, spaceBefore }) => toRuns(item, spaceBefore, fontOf, toUpright)),
  };
}

function toRuns(
  item: PdfTextItem,
  spaceBefore: boolean,
  fontOf: (name: string) => RunFont,
  toUpright: Matrix,
): TextRun[] {
  const [a, b, c, d, x, y] = multiply(toUpright, item.transform);
  const { vertical, bold } = fontOf(item.fontName);
  const size = (vertical ? item.width : item.height) || Math.hypot(c, d) || 1;
  const angle = Math.atan2(b, a) - (vertical ? Math.PI / 2 : 0);
  const width = vertical ? item.height : item.width;
  const rightToLeft = item.dir === 'rtl';
  const run = { angle, size, bold, rightToLeft };
  const text = nameless.test(item.str) ? '•' : item.str;
  const whole = { ...run, text, x, y, width, spaceBefore };
  if (rightToLeft || !/\s{3}/.test(item.str)) return [whole];
  // Columns that are set with spaces are columns nevertheless.
  const step = width / item.str.length;
  return [...item.str.matchAll(/\S+(?:\s{1,2}\S+)*/g)].map(({ 0: part, index }) => ({
    ...run,
    text: part,
    x: x + Math.cos(angle) * step * index,
    y: y + Math.sin(angle) * step * index,
    width: step * part.length,
    spaceBefore: spaceBefore || index > 0,
  }));
}
