import { type Pacer, stepsPerLook } from '../pacer.ts';
import { mayBeCompound } from '../reversed-terms.ts';
import type { LiveView } from './live-view.ts';
import { standsInLanguage } from './stands-in-language.ts';

/** A word that more terms begin or end with is no part of compounds but of most words. */
const mostCandidates = 2048;
const shortestPart = 4;
const shortestRest = 3;

/** What stands between the parts of a compound in the languages that have such: `Arbeit-s-vertrag`. */
const links: readonly string[] = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ens'];

/**
 * The compounds of a word among the terms of all segments: those that begin or end with it, where what is left is a term
 * as well (`isTerm`), and that stand in a text of a language that has such. The vocabulary of the texts thus tells which
 * words are put together of others. In the order of their names.
 */
export async function compoundTerms(
  view: LiveView,
  part: string,
  isTerm: (term: string) => Promise<boolean>,
  pace: Pacer,
): Promise<string[]> {
  if (part.length < shortestPart) return [];
  const rests = new Map<string, readonly string[]>();
  let steps = 0;
  for (const { segment } of view.segments) {
    for (const term of segment.termsEnding(part)) {
      rests.set(
        term,
        withoutLink(
          term.slice(0, -part.length),
          (rest, link) => rest.endsWith(link) && rest.slice(0, rest.length - link.length),
        ),
      );
      if (rests.size > mostCandidates) return [];
      if (++steps % (stepsPerLook / 16) === 0) await pace();
    }
    for (const term of segment.termsWith(part)) {
      if (++steps % (stepsPerLook / 16) === 0) await pace();
      if (rests.has(term) || !mayBeCompound(term)) continue;
      rests.set(
        term,
        withoutLink(term.slice(part.length), (rest, link) => rest.startsWith(link) && rest.slice(link.length)),
      );
      if (rests.size > mostCandidates) return [];
    }
  }
  const compounds: string[] = [];
  for (const term of [...rests.keys()].sort()) {
    for (const rest of rests.get(term) as readonly string[]) {
      if (!(await isTerm(rest))) continue;
      if (standsInLanguage(view, term, view.compoundLanguages)) compounds.push(term);
      break;
    }
  }
  return compounds;
}

function withoutLink(rest: string, strip: (rest: string, link: string) => string | false): string[] {
  return links.flatMap((link) => {
    const left = strip(rest, link);
    return left !== false && left.length >= shortestRest ? [left] : [];
  });
}
