import { citationLabel } from '@cubo/core';
import type { NumberedSource } from '../events/agent-event.ts';
import type { ShownPassage } from '../tools/agent-tool.ts';

/** A passage with the number by which the answers of a conversation cite it. */
export interface NumberedPassage extends NumberedSource, Pick<ShownPassage, 'kind' | 'heading' | 'context'> {}

/** The passages of a conversation. Numbers are never given twice, so that a marker has one meaning in all of its turns. */
export interface PassageBook {
  /** Numbers passages; those that were numbered before keep theirs. */
  number(passages: readonly ShownPassage[]): NumberedPassage[];
  /** Notes that the model is shown numbered passages. */
  show(passages: readonly NumberedPassage[]): void;
  /** Notes that a result holds words of a document of which it shows no passage. */
  quote(source: string): void;
  find(number: number): NumberedPassage | undefined;
  /** The highest number that was given, 0 before the first. */
  last(): number;
  /** Those of this turn, in the order in which they were shown first. */
  shown(): readonly NumberedPassage[];
}

/**
 * Makes the book of a turn.
 *
 * @param earlier the passages of the turns before, and the highest number that was given in them
 * @param onShown told of each passage when it is shown in this turn for the first time
 */
export function createPassageBook(
  { passages: earlier, last: before }: { readonly passages: readonly NumberedPassage[]; readonly last: number },
  onShown: (passage: NumberedPassage) => void,
): PassageBook {
  const byNumber = new Map(earlier.map((passage) => [passage.number, passage]));
  const byPlace = new Map(earlier.map((passage) => [placeOf(passage), passage.number]));
  const shown = new Map<number, NumberedPassage>();
  let last = earlier.reduce((most, { number }) => Math.max(most, number), before);

  function numberOne(passage: ShownPassage): NumberedPassage {
    const place = placeOf(passage);
    const known = byPlace.get(place) ?? ++last;
    const { source, title, locator, text, kind, heading, context, score } = passage;
    const label = citationLabel(source, locator);
    const numbered = { number: known, source, title, locator, label, text, kind, heading, context, score };
    byPlace.set(place, known);
    byNumber.set(known, numbered);
    return numbered;
  }

  return {
    number: (passages) => passages.map(numberOne),
    show(passages) {
      for (const passage of passages) {
        if (shown.has(passage.number)) continue;
        shown.set(passage.number, passage);
        onShown(passage);
      }
    },
    quote() {},
    find: (wanted) => byNumber.get(wanted),
    last: () => last,
    shown: () => [...shown.values()],
  };
}

function placeOf({ source, locator, text }: Pick<ShownPassage, 'source' | 'locator' | 'text'>): string {
  return JSON.stringify([source, locator.member, locator.start, locator.end, text]);
}
