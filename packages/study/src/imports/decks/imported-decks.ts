import type { NewFlashcard } from '../../flashcards/cards.ts';
import { parseCloze } from '../../flashcards/cloze.ts';
import type { SkippedItem } from '../text/bad-file.ts';

/** A card of a file, as `decks.cards.import` takes it. */
export interface ImportedCard {
  /** With how far its sides are that are not new. */
  readonly card: NewFlashcard;
  /** What the program that it comes from knows it by: of our own exports, the id of the card. */
  readonly guid?: string | undefined;
}

/** A deck of a file. */
export interface ImportedDeck {
  /** `''` where the file does not name it. */
  readonly name: string;
  readonly cards: readonly ImportedCard[];
}

/** What a file of cards held. */
export interface ImportedDecks {
  readonly decks: readonly ImportedDeck[];
  /** What was not taken, and why. */
  readonly skipped: readonly SkippedItem[];
  /** Names of images, sounds and other files that cards show, which were left out. */
  readonly media: readonly string[];
}

/** The longest text of a card, in characters. */
const longest = 50_000;

/** The card of texts, or why it is none. */
export function acceptCard(
  kind: string,
  [first, second]: readonly [string, string],
  more: { readonly tags: readonly string[] } & Pick<NewFlashcard, 'suspended' | 'schedules'>,
): NewFlashcard | string {
  const [one, other] = [first, second].map((text) => text.toWellFormed().trim().slice(0, longest)) as [string, string];
  const { tags, suspended, schedules = [] } = more;
  const common = {
    tags: [...new Set(tags)],
    origin: 'import' as const,
    ...(suspended === true && { suspended }),
    ...(schedules.length > 0 && { schedules }),
  };
  if (kind === 'cloze') {
    if (parseCloze(one) === undefined) return 'its gaps are not well-formed';
    return { ...common, kind, text: one, ...(other !== '' && { extra: other }) };
  }
  if (kind !== 'basic' && kind !== 'reversed')
    return `cards of the kind ${JSON.stringify(kind.slice(0, 40))} are not known`;
  if (one === '' || other === '') return 'a side is empty';
  return { ...common, kind, front: one, back: other };
}

/** What collects cards by their decks. */
export interface CardCollector {
  /** Names of files that cards show. */
  readonly media: Set<string>;
  /** Takes a card, or notes why it was none. */
  add(
    deck: string,
    card: NewFlashcard | string,
    rest: Omit<ImportedCard, 'card'>,
    place: Pick<SkippedItem, 'line' | 'item'>,
  ): void;
  result(): ImportedDecks;
}

/** Collects cards by their decks. */
export function cardCollector(): CardCollector {
  const decks = new Map<string, ImportedCard[]>();
  const skipped: SkippedItem[] = [];
  const media = new Set<string>();
  return {
    media,
    add(deck, card, rest, place) {
      if (typeof card === 'string') {
        skipped.push({ ...place, reason: card });
        return;
      }
      const cards = decks.get(deck);
      if (cards === undefined) decks.set(deck, [{ card, ...rest }]);
      else cards.push({ card, ...rest });
    },
    result: () => ({
      decks: [...decks].map(([name, cards]) => ({ name, cards })),
      skipped,
      media: [...media],
    }),
  };
}
