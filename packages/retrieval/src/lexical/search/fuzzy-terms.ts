import { type Pacer, stepsPerLook } from '../pacer.ts';
import { editDistance } from './edit-distance.ts';
import type { LiveView } from './live-view.ts';

/** A term that is spelt nearly as a word. */
export interface FuzzyTerm {
  readonly term: string;
  /** See `editDistance`. */
  readonly distance: number;
}

/** Shorter words have too many neighbours; those without spaces between them, and numbers, are not misspelt like words. */
const word = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{M}]{4,}$/u;
const lengthForTwo = 8;

/**
 * The terms of all segments that begin with the same letter as one of these and differ from it in one letter, in words of
 * eight and more in two. Nearest first, then in the order of their names.
 */
export async function fuzzyTerms(view: LiveView, variants: readonly string[], pace: Pacer): Promise<FuzzyTerm[]> {
  const found = new Map<string, number>();
  let steps = 0;
  for (const variant of variants) {
    if (!word.test(variant)) continue;
    const most = variant.length >= lengthForTwo ? 2 : 1;
    const beginning = String.fromCodePoint(variant.codePointAt(0) as number);
    for (const { segment } of view.segments) {
      for (const term of segment.termsWith(beginning)) {
        if (++steps % (stepsPerLook / 16) === 0) await pace();
        const distance = editDistance(variant, term, most);
        if (distance <= most && distance < (found.get(term) ?? most + 1)) found.set(term, distance);
      }
    }
  }
  return Array.from(found, ([term, distance]) => ({ term, distance })).sort(
    (a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1),
  );
}
