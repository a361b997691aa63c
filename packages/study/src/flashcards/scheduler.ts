import {
  type Card,
  createEmptyCard,
  type FSRS,
  fsrs,
  GenSeedStrategyWithCardId,
  type Grade,
  StrategyMode,
} from 'ts-fsrs';
import type { LocalDays } from '../progress/local-days.ts';
import type { DeckSettings } from './deck.ts';
import { newSeed, type Schedule, type ScheduleState } from './schedule.ts';

/** How well a side was remembered. */
export type ReviewRating = 'again' | 'hard' | 'good' | 'easy';

/** What a rating leads to. */
export interface ReviewOutcome {
  readonly state: ScheduleState;
  /** Milliseconds since the epoch. */
  readonly due: number;
  /** Days of the interval; 0 within a day. */
  readonly days: number;
}

/** Computes schedules by FSRS. */
export interface Scheduler {
  next(schedule: Schedule, rating: ReviewRating, settings: DeckSettings): Schedule;
  preview(schedule: Schedule, settings: DeckSettings): Record<ReviewRating, ReviewOutcome>;
  /** How likely it is remembered now, 0 to 1; `undefined` of a new side. */
  retrievability(schedule: Schedule): number | undefined;
}

/** Grades of FSRS. */
export const grades: Readonly<Record<ReviewRating, 1 | 2 | 3 | 4>> = { again: 1, hard: 2, good: 3, easy: 4 };
const states: readonly ScheduleState[] = ['new', 'learning', 'review', 'relearning'];
const dayLength = 86_400_000;

/**
 * Makes the scheduler. FSRS counts days of UTC: it is told the number of the user's day as if it were one, so that days of
 * 23 and 25 hours are one day, and what is reviewed late in the evening is due by the same clock as all else.
 */
export function createScheduler(parts: {
  readonly localDays: LocalDays;
  readonly now: () => number;
  readonly random: () => number;
}): Scheduler {
  const { localDays, now, random } = parts;
  const made = new Map<string, FSRS>();

  function fsrsOf(settings: DeckSettings): FSRS {
    const { retention, maximumInterval, learningSteps, relearningSteps, fuzz } = settings;
    const key = JSON.stringify([retention, maximumInterval, learningSteps, relearningSteps, fuzz]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const computer = fsrs({
      ...{ request_retention: retention, maximum_interval: maximumInterval, enable_fuzz: fuzz },
      learning_steps: learningSteps.map((minutes) => `${minutes}m` as const),
      relearning_steps: relearningSteps.map((minutes) => `${minutes}m` as const),
    }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('seed'));
    made.set(key, computer);
    return computer;
  }

  /** Clocks that are set back, and travels, do not make time run backwards. */
  function todayOf({ lastReview }: Schedule): number {
    const today = localDays.dayOf(now());
    return lastReview === undefined ? today : Math.max(today, localDays.dayOf(lastReview));
  }

  function toCard(schedule: Schedule): Card & { seed: number } {
    const { state, stability, difficulty, step, days, reviews, lapses, lastReview, seed } = schedule;
    const last = lastReview === undefined ? undefined : { last_review: noonOf(localDays.dayOf(lastReview)) };
    return {
      ...{ ...createEmptyCard(noonOf(todayOf(schedule))), ...last },
      ...{ stability, difficulty, seed, lapses, state: states.indexOf(state), reps: reviews },
      ...{ scheduled_days: days, learning_steps: step },
    };
  }

  function outcomeOf(card: Card, today: number, { maximumInterval }: DeckSettings): ReviewOutcome {
    const state = states[card.state] as ScheduleState;
    // FSRS makes good a day longer than hard, and easy than good, even where that is beyond the longest.
    const days = Math.min(card.scheduled_days, maximumInterval);
    const wait = card.due.getTime() - noonOf(today).getTime();
    return { state, days, due: state === 'review' ? localDays.startOf(today + days) : now() + wait };
  }

  return {
    next(schedule, rating, settings) {
      const today = todayOf(schedule);
      const { card } = fsrsOf(settings).next(toCard(schedule), noonOf(today), grades[rating] as Grade);
      return {
        ...{ card: schedule.card, side: schedule.side, ...outcomeOf(card, today, settings) },
        ...{ stability: card.stability, difficulty: card.difficulty, step: card.learning_steps },
        ...{ reviews: card.reps, lapses: card.lapses, lastReview: now(), seed: newSeed(random) },
      };
    },
    preview(schedule, settings) {
      const today = todayOf(schedule);
      const cards = fsrsOf(settings).repeat(toCard(schedule), noonOf(today));
      const outcome = (rating: ReviewRating) => outcomeOf(cards[grades[rating] as Grade].card, today, settings);
      return { again: outcome('again'), hard: outcome('hard'), good: outcome('good'), easy: outcome('easy') };
    },
    retrievability(schedule) {
      if (schedule.state === 'new') return undefined;
      return fsrs().get_retrievability(toCard(schedule), noonOf(todayOf(schedule)), false);
    },
  };
}

function noonOf(day: number): Date {
  return new Date(day * dayLength + dayLength / 2);
}
