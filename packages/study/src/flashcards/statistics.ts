import { assertKnownOptions, badArgument } from '@cubo/contracts';
import type { DeckParts } from './deck-parts.ts';
import type { ForecastDay, ReviewStatistics } from './decks.ts';
import { readReviews } from './review-log.ts';
import type { Schedule } from './schedule.ts';
import type { ReviewRating } from './scheduler.ts';

/** Options of what is told of some days. */
export interface DaysOptions {
  readonly deck?: string | undefined;
  readonly days?: number | undefined;
}

const matureDays = 21;

function check(owner: string, { records }: DeckParts, options: DaysOptions): number {
  assertKnownOptions(owner, options, { deck: true, days: true });
  const { deck, days = 30 } = options;
  if (deck !== undefined) records.deck(deck);
  if (Number.isSafeInteger(days) && days >= 1 && days <= 3660) return days;
  throw badArgument(`The option days is ${String(days)}.`, 'Pass a whole number from 1 to 3660.');
}

/** Schedules of sides that were reviewed and are not suspended. */
function scheduled({ records }: DeckParts, deck: string | undefined): Schedule[] {
  const active = new Set(records.cardsOf(deck).flatMap(({ card }) => (card.suspended === true ? [] : [card.id])));
  return records.schedules
    .list({ parent: deck, from: 0 })
    .flatMap(({ content }) => (active.has(content.card) ? [content] : []));
}

/** See `Decks.forecast`. */
export function forecast(parts: DeckParts, options: DaysOptions = {}): ForecastDay[] {
  const days = check('forecast()', parts, options);
  const { localDays, clock } = parts;
  const today = localDays.dayOf(clock.now());
  const reviews = new Array<number>(days).fill(0);
  for (const { due } of scheduled(parts, options.deck)) {
    const index = Math.max(0, localDays.dayOf(due) - today);
    if (index < days) (reviews[index] as number)++;
  }
  return reviews.map((count, i) => ({ date: localDays.dateOf(today + i), reviews: count }));
}

/** See `Decks.statistics`. */
export function reviewStatistics(parts: DeckParts, options: DaysOptions = {}): ReviewStatistics {
  const days = check('statistics()', parts, options);
  const { localDays, clock, scheduler, records } = parts;
  const from = localDays.startOf(localDays.dayOf(clock.now()) - days + 1);
  const cards = options.deck && new Set(records.cards.list({ parent: options.deck }).map(({ id }) => id));
  const reviews = readReviews(parts, { from })
    .map(({ content }) => content)
    .filter(({ card }) => !cards || cards.has(card));
  const ratings: Record<ReviewRating, number> = { again: 0, hard: 0, good: 0, easy: 0 };
  for (const { rating } of reviews) ratings[rating]++;
  const due = reviews.filter(({ before }) => before.state === 'review');
  const remembered = (of: typeof due) => average(of.map(({ rating }) => Number(rating !== 'again')));
  const likely = scheduled(parts, options.deck).flatMap((schedule) => scheduler.retrievability(schedule) ?? []);
  return {
    ...{ reviews: reviews.length, ratings, retention: remembered(due) },
    youngRetention: remembered(due.filter(({ before }) => before.days < matureDays)),
    matureRetention: remembered(due.filter(({ before }) => before.days >= matureDays)),
    predicted: average(likely),
    milliseconds: reviews.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0),
  };
}

function average(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
