import type { PageBox } from '@cubo/contracts';
import { type PlacedRun, unite } from './placed-run.ts';

/** The characters of a piece of a line in reading order, and the rectangle that it fills on the page. */
export interface LineText {
  readonly text: string;
  readonly box: PageBox;
}

/** From this share of the type size on, a gap between two runs is a space. */
const leastSpace = 0.18;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const spacedIdeographs =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const leftToRightText = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

/** Whether most letters of some runs run from right to left. */
export function isRightToLeft(runs: readonly PlacedRun[]): boolean {
  let balance = 0;
  for (const { text, rightToLeft } of runs)
    if (rightToLeft) balance += text.length;
    else if (/\p{L}/u.test(text)) balance -= text.length;
  return balance > 0;
}

/** Puts runs of one line together, which are given in order from the left. */
export function lineText(runs: readonly PlacedRun[]): LineText {
  const ordered = isRightToLeft(runs) ? fromTheRight(runs) : runs;
  let text = '';
  let last: PlacedRun | undefined;
  let box: PageBox | undefined;
  for (const run of ordered) {
    if (last && isApart(last, run)) text += ' ';
    text += run.text;
    last = run;
    box = box ? unite(box, run.box) : run.box;
  }
  return { text: cleanText(text), box: box ?? [0, 0, 0, 0] };
}

/** Logical order of a line that runs from right to left: numbers and foreign words in it keep their own order. */
function fromTheRight(runs: readonly PlacedRun[]): PlacedRun[] {
  const ordered: PlacedRun[] = [];
  let foreign: PlacedRun[] = [];
  const endForeign = () => {
    ordered.push(...foreign.reverse());
    foreign = [];
  };
  for (const run of runs.toReversed()) {
    if (!run.rightToLeft && leftToRightText.test(run.text)) {
      foreign.push(run);
      continue;
    }
    endForeign();
    ordered.push(run);
  }
  endForeign();
  return ordered;
}

function isApart(before: PlacedRun, after: PlacedRun): boolean {
  if (/\s$/.test(before.text) || /^\s/.test(after.text)) return false;
  const size = Math.max(before.size, after.size);
  const gap = Math.max(after.left - before.right, before.left - after.right);
  if (ideograph.test(before.text.at(-1) ?? '') && ideograph.test(after.text)) return gap > size * 0.6;
  return gap > size * leastSpace || (after.spaceBefore && gap > size * 0.05);
}

/** Ligatures and the forms that letters take within words; they become letters only once these stand in logical order. */
const presentationForms = /[\ufb00-\ufb06\ufb13-\ufdff\ufe70-\ufefc\uff61-\uff9f]+/g;
/** A ligature of lam and alef that was given as two letters in logical order, and turned round with the rest. */
const turnedLamAlef = /\u0627([\u0622\u0623\u0625])\u0644/g;

/** Accents drawn as marks of their own are composed; control characters and halves of surrogate pairs mean nothing. */
function cleanText(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(presentationForms, (letters) => letters.normalize('NFKC'))
    .normalize('NFC')
    .replace(turnedLamAlef, '\u0627\u0644$1')
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff\u200b\ufeff]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[.·…‧_] ?){6,}/g, ' … ')
    .trim();
  return closeIdeographs(clean);
}

/** Ideographs that are set wide apart are no words of their own; where only some are, the spaces mean something. */
function closeIdeographs(text: string): string {
  const gaps = text.match(spacedIdeographs)?.length ?? 0;
  if (gaps === 0) return text;
  const ideographs = text.match(new RegExp(ideograph, 'gu'))?.length ?? 0;
  return gaps >= 0.7 * (ideographs - 1) && ideographs > 2 ? text.replace(spacedIdeographs, '') : text;
}
