import type { SideName } from './flashcard-text.ts';
import type { Schedule } from './schedule.ts';
import type { ReviewRating } from './scheduler.ts';

/** A review, as the log has it. */
export interface ReviewEntry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly card: string;
  readonly side: SideName;
  /** The deck that the card was in. */
  readonly deck: string;
  readonly rating: ReviewRating;
  /** How long it took. */
  readonly milliseconds?: number | undefined;
  readonly before: Schedule;
  readonly after: Schedule;
}

/** The same as it is stored, with what else it did. */
export interface StoredReview extends Omit<ReviewEntry, 'id'> {
  readonly type: 'review';
  /** The order of the schedule before. */
  readonly order: number;
  /** Id of its event in the log of study. */
  readonly event: string;
  /** What it made of its card by making it a leech. */
  readonly leech?: { readonly tagged: boolean; readonly suspended: boolean } | undefined;
  /** Whether the deck was mastered before, and the event that tells that it is now. */
  readonly mastered?: { readonly before: boolean; readonly event?: string | undefined } | undefined;
}

/** Tells that a review was taken back. The log is only added to. */
export interface StoredUndo {
  readonly type: 'undo';
  readonly review: string;
}
