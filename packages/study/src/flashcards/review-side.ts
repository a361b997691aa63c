import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, type RecordChange } from '@cubo/contracts';
import type { CollectionRecord } from '../records/collection.ts';
import { notFound } from '../records/not-found.ts';
import type { DeckSettings } from './deck.ts';
import type { DeckParts } from './deck-parts.ts';
import { type FoundCard, orderOfNext, type StoredDeck } from './deck-records.ts';
import type { ReviewResult } from './decks.ts';
import { facesOf } from './flashcard-text.ts';
import type { ReviewEntry, StoredReview } from './review-entry.ts';
import { latestReviews, toEntry } from './review-log.ts';
import { type Schedule, sideId } from './schedule.ts';
import { grades, type ReviewRating } from './scheduler.ts';

/** What is learnt so well that 9 of 10 are remembered after so many days is mastered. */
export const masteredStability = 21;
const leechTag = 'leech';
const page = 100;

/** A side with its card and deck. */
export interface FoundSide extends FoundCard {
  readonly schedule: CollectionRecord<Schedule>;
  readonly deck: CollectionRecord<StoredDeck>;
  readonly settings: DeckSettings;
}

/**
 * Finds a side by its id, or by that of a card that has only one.
 *
 * @throws CuboError `CUBO_STUDY_NOT_FOUND`
 */
export function findSide({ records }: DeckParts, id: string): FoundSide {
  const text = typeof id === 'string' ? id : '';
  const end = text.lastIndexOf(':');
  const found = records.findCard(end === -1 ? text : text.slice(0, end));
  const sides = found === undefined ? [] : facesOf(found.card).map(({ side }) => side);
  const side = end === -1 && sides.length === 1 ? sides[0] : sides.find((each) => each === text.slice(end + 1));
  const schedule = found && side && records.schedules.get(sideId(found.card.id, side));
  if (found === undefined || !schedule) throw notFound('side of a card', id);
  const deck = records.deck(found.card.deck);
  return { ...found, schedule, deck, settings: records.toDeck(deck).settings };
}

/** Keeps a review; see `Decks.review`. */
export function reviewSide(
  parts: DeckParts,
  id: string,
  rating: ReviewRating,
  options: { readonly milliseconds?: number | undefined } = {},
): ReviewResult {
  assertKnownOptions('review()', options, { milliseconds: true });
  const { milliseconds } = options;
  const grade = Object.hasOwn(grades, rating) ? grades[rating] : undefined;
  if (grade === undefined) {
    throw badArgument(`There is no rating ${String(rating)}.`, 'Ratings are again, hard, good, easy.');
  }
  if (milliseconds !== undefined && !(milliseconds >= 0 && Number.isFinite(milliseconds))) {
    throw badArgument(`The milliseconds of a review are ${String(milliseconds)}.`, 'Pass a number from 0 on.');
  }
  const { records, log, scheduler, clock, cubo } = parts;
  const found = findSide(parts, id);
  const { card, record, schedule, deck, settings } = found;
  const before = schedule.content;
  const after = scheduler.next(before, rating, settings);
  const leech = leechOf(found, after);
  const mastered = masteredBy(parts, found, after);
  const event = log.entry({
    ...{ type: 'card-reviewed', deck: deck.id, card: card.id, rating: grade, milliseconds },
    ...{ topic: card.topic, source: card.grounding?.source },
  });
  const masteredEvent = mastered === true ? log.entry({ type: 'deck-mastered', deck: deck.id }) : undefined;
  const review: StoredReview = {
    ...{ type: 'review', at: clock.now(), card: card.id, side: before.side, deck: deck.id, rating },
    ...(milliseconds !== undefined && { milliseconds }),
    ...{ before, after, order: schedule.order, event: event.event.id },
    ...(leech !== undefined && { leech }),
    ...(mastered !== undefined && { mastered: { before: deck.content.mastered, event: masteredEvent?.event.id } }),
  };
  const reviewId = randomUUID();
  const order = orderOfNext(records.reviews, clock.now());
  cubo.records.change([
    records.putSchedule(after, { deck: deck.id, order: after.due, revision: schedule.revision }),
    records.reviews.put(reviewId, review, { parent: card.id, order, revision: 0 }),
    event.change,
    ...(leech === undefined ? [] : [records.putCard(record, leechContent(found, leech))]),
    ...(mastered === undefined ? [] : [records.putDeck(deck, { mastered })]),
    ...(masteredEvent === undefined ? [] : [masteredEvent.change]),
  ]);
  const entry = toEntry({ ...schedule, id: reviewId, content: review });
  return { entry, leech: leech !== undefined, mastered: mastered === true };
}

/** What being forgotten once more makes of a card: at the threshold, and after half as often again. */
function leechOf({ card, schedule, settings }: FoundSide, after: Schedule): StoredReview['leech'] {
  const { leechThreshold, suspendLeeches } = settings;
  if (leechThreshold === 0 || after.lapses === schedule.content.lapses || after.lapses < leechThreshold)
    return undefined;
  if ((after.lapses - leechThreshold) % Math.ceil(leechThreshold / 2) !== 0) return undefined;
  return { tagged: !card.tags.includes(leechTag), suspended: suspendLeeches && card.suspended !== true };
}

function leechContent({ record: { content } }: FoundCard, { tagged, suspended }: NonNullable<StoredReview['leech']>) {
  return {
    ...content,
    tags: tagged ? [...content.tags, leechTag] : content.tags,
    suspended: content.suspended || suspended,
  };
}

/** Whether a deck is mastered after a review; `undefined` where that stays as it was. */
function masteredBy({ records }: DeckParts, { deck, schedule }: FoundSide, after: Schedule): boolean | undefined {
  const isStable = after.stability >= masteredStability;
  if (deck.content.mastered) return isStable ? undefined : false;
  if (!isStable) return undefined;
  // New sides and those that come soon are the first: so one that is not stable is found early.
  for (let offset = 0; ; offset += page) {
    const sides = records.schedules.list({ parent: deck.id, limit: page, offset });
    const isUnstable = ({ id, content }: CollectionRecord<Schedule>) =>
      id !== schedule.id && content.stability < masteredStability && records.findCard(content.card) !== undefined;
    if (sides.some(isUnstable)) return undefined;
    if (sides.length < page) return true;
  }
}

/** Takes the last review back; see `Decks.undo`. */
export function undoReview(parts: DeckParts): ReviewEntry | undefined {
  const { records, log, cubo, clock } = parts;
  for (const review of latestReviews(parts)) {
    const { content } = review;
    const id = sideId(content.card, content.side);
    const schedule = records.schedules.get(id);
    // The side went when its card was edited, and may be another by now.
    if (schedule === undefined || schedule.content.lastReview !== content.after.lastReview) continue;
    const deck = schedule.parent as string;
    const undone = [content.event, content.mastered?.event].filter((event) => event !== undefined);
    cubo.records.change([
      records.putSchedule(content.before, { deck, order: content.order, revision: schedule.revision }),
      records.reviews.put(
        randomUUID(),
        { type: 'undo', review: review.id },
        { parent: content.card, order: orderOfNext(records.reviews, clock.now()) },
      ),
      ...undone.map((event) => log.entry({ type: 'undone', event }).change),
      ...withoutLeech(parts, content),
      ...withMasteredAsBefore(parts, content),
    ]);
    return toEntry(review);
  }
  return undefined;
}

function withoutLeech({ records }: DeckParts, { card, leech }: StoredReview): RecordChange[] {
  const found = leech && records.findCard(card);
  if (leech === undefined || found === undefined) return [];
  const { content } = found.record;
  const tags = leech.tagged ? content.tags.filter((tag) => tag !== leechTag) : content.tags;
  return [records.putCard(found.record, { ...content, tags, suspended: content.suspended && !leech.suspended })];
}

function withMasteredAsBefore({ records }: DeckParts, { deck, mastered }: StoredReview): RecordChange[] {
  const record = mastered && records.decks.get(deck);
  return record === undefined ? [] : [records.putDeck(record, { mastered: mastered?.before === true })];
}
