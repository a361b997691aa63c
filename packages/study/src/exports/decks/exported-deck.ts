import type { GivenSchedule } from '../../flashcards/cards.ts';
import type { Flashcard } from '../../flashcards/flashcard.ts';

/** A deck as exports take it. */
export interface ExportedDeck {
  /** `::` separates the names of decks within decks. */
  readonly name: string;
  readonly cards: readonly Flashcard[];
}

/** How far one side of a card is: schedules of decks are such. */
export interface ExportedSchedule extends GivenSchedule {
  /** Id of the card. */
  readonly card: string;
}

/** The numbers of the gaps of a cloze text, ascending. */
function clozeNumbers(text: string): number[] {
  const numbers = [...text.matchAll(/\{\{c(\d{1,3})::/g)]
    .map(([, number]) => Number(number))
    .filter((number) => number > 0);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The sides of a card in the order of Anki's templates, with the number of each. */
export function sidesOf(card: Flashcard): { readonly side: string; readonly ord: number }[] {
  if (card.kind === 'cloze') return clozeNumbers(card.text).map((number) => ({ side: `c${number}`, ord: number - 1 }));
  const front = { side: 'front', ord: 0 };
  return card.kind === 'reversed' ? [front, { side: 'back', ord: 1 }] : [front];
}

/** Tags as Anki takes them, which separates them by spaces. */
export function ankiTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim().replace(/\s+/g, '_')).filter((tag) => tag !== '');
}
