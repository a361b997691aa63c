import type { Flashcard } from '../../flashcards/flashcard.ts';

/** A deck as exports take it. */
export interface ExportedDeck {
  /** `::` separates the names of decks within decks. */
  readonly name: string;
  readonly cards: readonly (Flashcard & { readonly suspended?: boolean | undefined })[];
}

/** How far one side of a card is, as FSRS has it. */
export interface ExportedSchedule {
  /** Id of the card. */
  readonly card: string;
  /** `front`, `back` of a reversed card, `c1` of a cloze card. */
  readonly side: string;
  readonly state: 'new' | 'learning' | 'review' | 'relearning';
  /** Milliseconds since the epoch. */
  readonly due: number;
  /** Days. */
  readonly stability: number;
  /** 1 to 10. */
  readonly difficulty: number;
  /** Days of the interval it is in. */
  readonly days: number;
  readonly reviews: number;
  readonly lapses: number;
  /** Milliseconds since the epoch. */
  readonly lastReview?: number | undefined;
}

/** The numbers of the gaps of a cloze text, ascending. */
export function clozeNumbers(text: string): number[] {
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
