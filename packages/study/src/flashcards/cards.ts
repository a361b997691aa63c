import type { Grounding, GroundingState } from '../grounding/grounding.ts';
import type { ImportedCard } from '../imports/decks/imported-decks.ts';
import type { Origin } from '../origin.ts';
import type { CardSide } from './decks.ts';
import type { ClozeFlashcard, Flashcard, TwoSidedFlashcard } from './flashcard.ts';
import type { Schedule } from './schedule.ts';

/** A card to be added. */
export type NewFlashcard = NewFlashcardBase &
  (
    | {
        /** Default `basic`. */
        readonly kind?: TwoSidedFlashcard['kind'] | undefined;
        readonly front: string;
        readonly back: string;
      }
    | Pick<ClozeFlashcard, 'kind' | 'text' | 'extra'>
  );

/** What a card to be added may have beside its text. */
export interface NewFlashcardBase {
  /** Default: none. */
  readonly tags?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  /** Default `user`. */
  readonly origin?: Origin | undefined;
  readonly grounding?: Grounding | undefined;
  /** Default false. */
  readonly suspended?: boolean | undefined;
  /**
   * How far its sides are, such as those of another program. Sides without one are new; what is of no side of the card, or
   * makes no sense, is passed over.
   */
  readonly schedules?: readonly GivenSchedule[] | undefined;
}

/** How far a side of a card to be added is; see {@link Schedule}. */
export interface GivenSchedule
  extends Pick<Schedule, 'state' | 'due' | 'stability' | 'difficulty' | 'days' | 'reviews' | 'lapses' | 'lastReview'> {
  /** `front`, `back` or `c1`. */
  readonly side: string;
}

/** What is changed of a card; all else stays. */
export interface FlashcardChanges {
  /** A basic card can become a reversed one and the other way round. */
  readonly kind?: TwoSidedFlashcard['kind'] | undefined;
  readonly front?: string | undefined;
  readonly back?: string | undefined;
  /** Of a cloze card. */
  readonly text?: string | undefined;
  /** Of a cloze card; blank for none. */
  readonly extra?: string | undefined;
  /** Blank for none. */
  readonly topic?: string | undefined;
}

/** Which cards are meant. All conditions must hold. */
export interface CardsOptions {
  /** Default: all decks. */
  readonly deck?: string | undefined;
  /** Only those with this tag. */
  readonly tag?: string | undefined;
  /** Only those whose text has all of these words or parts of words, whatever their case. */
  readonly text?: string | undefined;
  /** Only those that are suspended, or are not. */
  readonly suspended?: boolean | undefined;
  /** Default: all. */
  readonly limit?: number | undefined;
  /** How many are passed over. Default 0. */
  readonly offset?: number | undefined;
}

/** Cards that ask the same. */
export interface DuplicateCards {
  /** The one with the longest history, and the oldest of those. */
  readonly kept: Flashcard;
  readonly others: readonly Flashcard[];
}

/** What an import of cards did. */
export interface CardsReport {
  readonly added: readonly Flashcard[];
  /** Cards that were there, and are now as the file has them. */
  readonly changed: readonly Flashcard[];
  /** How many were there as the file has them. */
  readonly unchanged: number;
}

/** The cards of decks. Where several ids are given, all of them are changed or none. */
export interface Cards {
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT` */
  add(deck: string, cards: readonly NewFlashcard[]): Flashcard[];
  /**
   * Adds the cards of a file, as `decksFromApkg` and the like read them. A card with the `guid` of one that is there,
   * in whatever deck, changes its text and tags to those of the file: where it is, its schedules and its reviews stay. One
   * without a `guid` is passed over if the deck has its very text.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_RECORD_CHANGED`
   */
  import(deck: string, cards: readonly ImportedCard[]): CardsReport;
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND` */
  get(card: string): Flashcard;
  /**
   * In the order in which they were added.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  list(options?: CardsOptions): Flashcard[];
  /**
   * The sides of a card, each with its schedule.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  sides(card: string): CardSide[];
  /**
   * Changes what is written on a card. Sides that stay keep their schedules; those that come are new.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_RECORD_CHANGED`
   */
  edit(card: string, changes: FlashcardChanges): Flashcard;
  /** Deletes cards with their schedules and reviews, and tells how many there were. */
  delete(cards: readonly string[]): number;
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_RECORD_CHANGED` */
  move(cards: readonly string[], deck: string): Flashcard[];
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_RECORD_CHANGED` */
  tag(cards: readonly string[], tags: readonly string[]): Flashcard[];
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_RECORD_CHANGED` */
  untag(cards: readonly string[], tags: readonly string[]): Flashcard[];
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_RECORD_CHANGED` */
  suspend(cards: readonly string[]): Flashcard[];
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_RECORD_CHANGED` */
  resume(cards: readonly string[]): Flashcard[];
  /** Cards whose fronts, or cloze texts, are the same but for case, spaces, and punctuation at the end. Default: of all decks. */
  duplicates(options?: { readonly deck?: string | undefined }): DuplicateCards[];
  /** Deletes all duplicates but those that are kept, which get the tags of the others, and tells what it did. */
  mergeDuplicates(options?: { readonly deck?: string | undefined }): DuplicateCards[];
  /** Whether the words that cards rest on still stand in their documents; by id, without cards that rest on none. */
  checkGrounding(options?: {
    readonly deck?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<ReadonlyMap<string, GroundingState>>;
}
