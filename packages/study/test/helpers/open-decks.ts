import type { Generator } from '@cubo/contracts';
import type { ManualClock } from '@cubo/contracts/testing';
import type { Cubo } from '@cubo/core';
import { createDecks } from '../../src/flashcards/create-decks.ts';
import type { DeckSettings } from '../../src/flashcards/deck.ts';
import type { DeckOptions } from '../../src/flashcards/deck-parts.ts';
import type { Decks } from '../../src/flashcards/decks.ts';
import type { Flashcard } from '../../src/flashcards/flashcard.ts';
import { openStudyLog, type StudyLog } from '../../src/progress/study-log.ts';
import { openStudyParts } from './open-study-parts.ts';

export interface OpenDecks {
  readonly cubo: Cubo;
  readonly parts: DeckOptions & { readonly clock: ManualClock };
  readonly decks: Decks;
  readonly log: StudyLog;
  /** Id of a deck with no fuzz, and with these settings. */
  readonly deck: string;
  /** Adds basic cards with the fronts `front 0`, `front 1` and so on. */
  addCards(count: number, deck?: string): Flashcard[];
  /** Moves the clock to a time. */
  goTo(time: string | number): Promise<void>;
}

/** Decks over a library in a temporary folder; it is Monday, 5 January 2026, noon. */
export async function openDecks(
  options: {
    readonly files?: Readonly<Record<string, string>>;
    readonly generator?: Generator;
    readonly settings?: Partial<DeckSettings>;
    readonly parts?: Partial<DeckOptions>;
  } = {},
): Promise<OpenDecks> {
  const { settings, parts: given, ...rest } = options;
  const { cubo, parts: opened } = await openStudyParts(rest);
  const parts = { ...opened, ...given, clock: opened.clock };
  const decks = createDecks(parts);
  const { id: deck } = decks.create({ name: 'Deck', settings: { fuzz: false, ...settings } });
  return {
    ...{ cubo, parts, decks, deck, log: openStudyLog(parts) },
    addCards: (count, to = deck) =>
      decks.cards.add(
        to,
        Array.from({ length: count }, (_, i) => ({ front: `front ${i}`, back: `back ${i}` })),
      ),
    async goTo(time) {
      await parts.clock.advance((typeof time === 'number' ? time : Date.parse(time)) - parts.clock.now());
    },
  };
}
