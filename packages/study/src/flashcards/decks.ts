import type { Scope } from '@cubo/contracts';
import type { AwaitableSteps } from '@cubo/core';
import type { CoverageReport } from '../coverage/measure-coverage.ts';
import type { Difficulty } from '../difficulty.ts';
import type { Cards } from './cards.ts';
import type { Deck, DeckCounts, DeckSettings } from './deck.ts';
import type { Flashcard, FlashcardKind } from './flashcard.ts';
import type { SideFaces } from './flashcard-text.ts';
import type { ReviewEntry } from './review-entry.ts';
import type { Schedule } from './schedule.ts';
import type { ReviewOutcome, ReviewRating } from './scheduler.ts';

/** A deck in a list. */
export interface DeckLine extends Deck {
  readonly counts: DeckCounts;
}

/** A side of a card, to be shown and reviewed. */
export interface CardSide extends SideFaces {
  /** Stands for the side in `review` and `preview`. */
  readonly id: string;
  readonly card: Flashcard;
  readonly schedule: Schedule;
}

/** What a review did. */
export interface ReviewResult {
  readonly entry: ReviewEntry;
  /** Whether it made the card a leech. */
  readonly leech: boolean;
  /** Whether it made the deck mastered. */
  readonly mastered: boolean;
}

/** How many reviews are due on a day. */
export interface ForecastDay {
  /** `2026-03-29`. */
  readonly date: string;
  /** Those of today contain what is overdue and what is being learnt. */
  readonly reviews: number;
}

/** What became of reviews. */
export interface ReviewStatistics {
  readonly reviews: number;
  readonly ratings: Readonly<Record<ReviewRating, number>>;
  /**
   * Share that was remembered of the reviews that were due after a day or more: what the setting `retention` asks for.
   * `undefined` where there were none.
   */
  readonly retention: number | undefined;
  /** The same of intervals below 21 days, and of longer ones. */
  readonly youngRetention: number | undefined;
  readonly matureRetention: number | undefined;
  /** How likely a side that was ever reviewed is remembered now, on average. */
  readonly predicted: number | undefined;
  /** Time of all reviews that told theirs. */
  readonly milliseconds: number;
}

/** Options of {@link Decks.generate}. */
export interface GenerateDeckOptions {
  /** Of which documents. Default: all. */
  readonly scope?: Scope | undefined;
  readonly count: number;
  /** Default: basic and cloze. */
  readonly kinds?: readonly FlashcardKind[] | undefined;
  /** Default `intermediate`. */
  readonly difficulty?: Difficulty | undefined;
  /** Id of a deck to add to: what it has does not come again, and passages it does not rest on come first. Default: a new deck. */
  readonly deck?: string | undefined;
  /** Of a new deck. Default: made of the titles of the documents. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a generation of cards. */
export interface DeckReport {
  readonly type: 'done';
  /** `undefined` where no card came, and so no deck was made. */
  readonly deck: Deck | undefined;
  readonly cards: readonly Flashcard[];
  /** How many are missing. */
  readonly shortfall: number;
  /** How many were not taken, by why. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A step of a generation: a card as soon as it is in the deck; at last, the report. */
export type DeckStep = { readonly type: 'card'; readonly card: Flashcard } | DeckReport;

/** Decks of flashcards, scheduled by FSRS. What is erased from the library is not in them any more. */
export interface Decks {
  /** The cards of the decks. */
  readonly cards: Cards;
  /** @throws CuboError `CUBO_BAD_ARGUMENT` */
  create(options: { readonly name: string; readonly settings?: Partial<DeckSettings> | undefined }): Deck;
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND` */
  get(deck: string): DeckLine;
  /** By when they were made. */
  list(): DeckLine[];
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT` */
  rename(deck: string, name: string): Deck;
  /**
   * Changes some settings; they hold from the next review of each side on.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  configure(deck: string, settings: Partial<DeckSettings>): Deck;
  /** Deletes a deck with its cards, their schedules and reviews; false where there was none. */
  delete(deck: string): boolean;
  /**
   * Has cards written about documents, each with the words that it rests on, and puts each into the deck as soon as it is
   * there. Without a language model they are made by rules of definitions, headings and sentences.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_GENERATOR_FAILED`; the reason of the signal
   */
  generate(options: GenerateDeckOptions): AwaitableSteps<DeckStep, DeckReport>;
  /**
   * How much of documents the cards of a deck ask about, document by document and part by part. Default: of the documents
   * that they rest on.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`; the reason of the signal
   */
  coverage(
    deck: string,
    options?: { readonly scope?: Scope | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<CoverageReport>;
  /**
   * What is to be reviewed now: what is being learnt and due first, then reviews, the longest due first, then new sides in
   * the order in which they were added. The limits of each deck count by the user's day. Of the sides of one card only one
   * comes on a day, unless it is being learnt.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  due(options?: {
    /** Default: all decks. */
    readonly deck?: string | undefined;
    /** Default 20. */
    readonly limit?: number | undefined;
  }): CardSide[];
  /**
   * What each rating would lead to.
   *
   * @param side id of a side, or of a card that has only one
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  preview(side: string): Readonly<Record<ReviewRating, ReviewOutcome>>;
  /**
   * Keeps how well a side was remembered, and when it comes again: the schedule, the log and the event are one change.
   *
   * @param side as in `preview`; it need not be due
   * @param options.milliseconds how long it took
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_RECORD_CHANGED`
   */
  review(side: string, rating: ReviewRating, options?: { readonly milliseconds?: number | undefined }): ReviewResult;
  /**
   * Takes the last review back that was not, of all decks: schedule, leech and progress are as before. Called again, it
   * goes on with the one before. `undefined` where there is none.
   */
  undo(): ReviewEntry | undefined;
  /** The reviews that were not taken back, by time. Default: all. */
  reviews(options?: { readonly deck?: string | undefined; readonly card?: string | undefined }): ReviewEntry[];
  /**
   * How many sides are due on each of the next days, today first, if nothing is reviewed meanwhile. Default 30 days.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  forecast(options?: { readonly deck?: string | undefined; readonly days?: number | undefined }): ForecastDay[];
  /**
   * What became of the reviews of the last days, today included. Default 30 days.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  statistics(options?: { readonly deck?: string | undefined; readonly days?: number | undefined }): ReviewStatistics;
}
