import { createHeadingPath } from '../../shared/heading-path.ts';
import type { PageBlock, TextBlock } from '../layout/page-block.ts';
import type { TextRun } from '../layout/text-run.ts';
import type { OutlineEntry } from './outline.ts';
import { outlineKey } from './outline-key.ts';

/** Larger than the text by this share: a heading. */
const larger = 1.15;
/** Headings are at most this share of a text. */
const mostHeadings = 0.2;
/** Headings are no longer than this. */
const mostCharacters = 200;
const mostLines = 3;
const sentenceEnd = /[.,;:!?。،؟]$/u;
/** Ranks of an outline's levels stay above those that type sizes give. */
const outlineRanks = 1000;

/** Tells headings from text, and keeps the path of those above the current place. */
export interface PdfHeadings {
  /** Counts the type of a page that is still to come. */
  measure(runs: readonly TextRun[]): void;
  /** How high a block stands as a heading; `undefined` where it is none. */
  rankOf(block: TextBlock, page: number, next: PageBlock | undefined): number | undefined;
  /** Whether a heading of that rank lies within the last one. */
  isBelow(rank: number): boolean;
  enter(rank: number, title: string): void;
  /** The headings above the current place, outermost first. */
  titles(): readonly string[];
}

/**
 * Starts a document. Entries of its outline are headings, and short blocks that are set in larger type than the text, or in
 * bold type where the text is not. Each lies within the last one above it in the outline, or of larger type.
 */
export function createPdfHeadings(outline: ReadonlyMap<number, readonly OutlineEntry[]> | undefined): PdfHeadings {
  const path = createHeadingPath();
  const charactersOf = new Map<string, number>();
  let body = { size: 0, bold: false };
  let open: number[] = [];

  return {
    measure(runs) {
      for (const { text, size, bold } of runs) {
        const key = `${Math.round(size * 2) / 2} ${bold}`;
        charactersOf.set(key, (charactersOf.get(key) ?? 0) + text.length);
      }
      body = mainType(charactersOf);
    },
    rankOf(block, page, next) {
      const { text, lines, size, bold } = block;
      if (text.length > mostCharacters || lines > mostLines || !/\p{L}/u.test(text)) return undefined;
      const entry = outline?.get(page)?.find(({ key }) => key === outlineKey(text));
      if (entry) return outlineRanks - entry.level;
      return looksLikeHeading(block, body, next) ? size * 2 + (bold ? 0.5 : 0) : undefined;
    },
    isBelow: (rank) => rank < (open.at(-1) ?? Number.POSITIVE_INFINITY),
    enter(rank, title) {
      open = [...open.filter((other) => other > rank), rank];
      path.enter(open.length, title.replace(/\s+/g, ' '));
    },
    titles: () => path.titles(),
  };
}

/**
 * The type of the text: the most frequent one, or a larger one if so much is set in it or in larger type that it cannot
 * all be headings, as on forms.
 */
function mainType(charactersOf: ReadonlyMap<string, number>): { size: number; bold: boolean } {
  const types = [...charactersOf].map(([key, characters]) => {
    const [size, bold] = key.split(' ');
    return { size: Number(size), bold: bold === 'true', characters };
  });
  const all = types.reduce((sum, { characters }) => sum + characters, 0);
  const [main] = types.sort((a, b) => b.characters - a.characters);
  if (!main) return { size: 0, bold: false };
  let rest = all * mostHeadings;
  let size = main.size;
  for (const type of types.sort((a, b) => b.size - a.size)) {
    rest -= type.characters;
    if (rest >= 0) continue;
    size = Math.max(size, type.size);
    break;
  }
  return { size, bold: main.bold };
}

function looksLikeHeading(
  block: TextBlock,
  body: { size: number; bold: boolean },
  next: PageBlock | undefined,
): boolean {
  // A heading stands above something, and that is set in smaller or lighter type.
  if (!next || body.size === 0) return false;
  if (block.size >= larger * body.size) return !/[.,;]$/u.test(block.text) || block.text.length < 60;
  if (!block.bold || body.bold || block.size < 0.97 * body.size) return false;
  return (
    block.lines <= 2 &&
    block.text.length <= 120 &&
    !sentenceEnd.test(block.text) &&
    /^[\p{Lu}\p{Lo}\p{Lt}\p{N}§]/u.test(block.text)
  );
}
