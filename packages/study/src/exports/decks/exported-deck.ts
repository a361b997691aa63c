import type { GivenSchedule } from '../../flashcards/cards.ts';
import type { Flashcard } from '../../flashcards/flashcard.ts';
import { facesOf, type SideName } from '../../flashcards/flashcard-text.ts';

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

/** The sides of a card in the order of Anki's templates, with the number of each. */
export function sidesOf(card: Flashcard): { readonly side: SideName; readonly ord: number }[] {
  return facesOf(card).map(({ side }, index) => ({
    side,
    ord: card.kind === 'cloze' ? Number(side.slice(1)) - 1 : index,
  }));
}

/** Tags as Anki takes them, which separates them by spaces. */
export function ankiTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim().replace(/\s+/g, '_')).filter((tag) => tag !== '');
}
