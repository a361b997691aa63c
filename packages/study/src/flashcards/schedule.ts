import type { GivenSchedule } from './cards.ts';
import type { SideName } from './flashcard-text.ts';

/** How far a side is: never reviewed, in its first steps, remembered over days, or in the steps after being forgotten. */
export type ScheduleState = 'new' | 'learning' | 'review' | 'relearning';

/** When a side comes again, and what FSRS knows of the memory of it. */
export interface Schedule {
  readonly card: string;
  readonly side: SideName;
  readonly state: ScheduleState;
  /** Milliseconds since the epoch. 0 of a new side. That of a review is the beginning of its day. */
  readonly due: number;
  /** Days after which 9 of 10 would remember it. 0 of a new side. */
  readonly stability: number;
  /** 1 to 10. 0 of a new side. */
  readonly difficulty: number;
  /** Which of the learning steps it is at. */
  readonly step: number;
  /** Days of the interval it is in; 0 within a day. */
  readonly days: number;
  readonly reviews: number;
  /** How often it was forgotten. */
  readonly lapses: number;
  /** Milliseconds since the epoch. */
  readonly lastReview?: number | undefined;
  /** Decides how much the next interval varies. */
  readonly seed: number;
}

/** Id of a side. */
export function sideId(card: string, side: SideName): string {
  return `${card}:${side}`;
}

/** The schedule of a side that was never reviewed. */
export function newSchedule(card: string, side: SideName, random: () => number): Schedule {
  return {
    ...{ card, side, state: 'new', due: 0, stability: 0, difficulty: 0, step: 0, days: 0, reviews: 0, lapses: 0 },
    seed: newSeed(random),
  };
}

/**
 * The schedule of a side that was learnt elsewhere; `undefined` for what is none. Without the time of its last review that
 * is taken to be as long ago as its interval is, before it is due.
 */
export function givenSchedule(
  card: string,
  { side, given, random }: { readonly side: SideName; readonly given: GivenSchedule; readonly random: () => number },
): Schedule | undefined {
  const { state, due, stability, difficulty, days, reviews, lapses, lastReview } = given;
  const numbers = [due, stability, difficulty, days, reviews, lapses];
  const isLearnt = state === 'learning' || state === 'review' || state === 'relearning';
  if (!isLearnt || !numbers.every((number) => Number.isFinite(number) && number >= 0) || stability <= 0)
    return undefined;
  return {
    ...newSchedule(card, side, random),
    ...{ state, due, stability, difficulty: Math.min(10, Math.max(1, difficulty)) },
    ...{ days: Math.floor(days), reviews: Math.max(1, Math.floor(reviews)), lapses: Math.floor(lapses) },
    lastReview: Number.isFinite(lastReview) ? (lastReview as number) : due - days * 86_400_000,
  };
}

export function newSeed(random: () => number): number {
  return Math.floor(random() * 2 ** 32);
}
