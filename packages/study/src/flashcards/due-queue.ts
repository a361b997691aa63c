import { badArgument } from '@cubo/contracts';
import type { CollectionRecord } from '../records/collection.ts';
import { defaultSettings } from './deck.ts';
import type { DeckParts } from './deck-parts.ts';
import { newOrder } from './deck-records.ts';
import type { CardSide } from './decks.ts';
import type { Flashcard } from './flashcard.ts';
import { facesOf } from './flashcard-text.ts';
import { readReviews } from './review-log.ts';
import type { Schedule } from './schedule.ts';

const page = 100;

/** What is to be reviewed now; see `Decks.due`. */
export function dueSides(
  parts: DeckParts,
  { deck, limit = 20 }: { readonly deck?: string | undefined; readonly limit?: number | undefined } = {},
): CardSide[] {
  const { records, clock, localDays } = parts;
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw badArgument(`The option limit is ${String(limit)}.`, 'Pass a whole number from 0 on.');
  }
  if (deck !== undefined) records.deck(deck);
  const now = clock.now();
  const queue: CardSide[] = [];
  /** Cards of which a side was reviewed today, or is in the queue. */
  const seen = new Map<string, Set<string>>();
  const see = (card: string, side: string) => seen.set(card, (seen.get(card) ?? new Set()).add(side));
  const room = createRoom(parts);
  for (const { content } of readReviews(parts, { from: localDays.startOf(localDays.dayOf(now)) })) {
    see(content.card, content.side);
    room.take(content.deck, content.before.state);
  }
  const cards = new Map<string, Flashcard | undefined>();
  const cardOf = (id: string) => {
    if (!cards.has(id)) cards.set(id, records.findCard(id)?.card);
    return cards.get(id);
  };

  function push({ content }: CollectionRecord<Schedule>, isLimited: boolean): void {
    const { card: id, side, state } = content;
    const others = seen.get(id);
    if (isLimited && others !== undefined && (others.size > 1 || !others.has(side))) return;
    const card = cardOf(id);
    if (card === undefined || card.suspended) return;
    const found = sideOf(card, content);
    if (found === undefined || (isLimited && !room.take(card.deck, state))) return;
    see(id, side);
    queue.push(found);
  }

  const scheduled = records.schedules.list({ parent: deck, from: 0, to: now + 1 });
  const isLearning = ({ content }: CollectionRecord<Schedule>) => content.state !== 'review';
  for (const each of scheduled) if (isLearning(each)) push(each, false);
  for (const each of scheduled) if (!isLearning(each)) push(each, true);
  for (let offset = 0; queue.length < limit; offset += page) {
    const added = records.schedules.list({ parent: deck, from: newOrder, to: 0, limit: page, offset });
    for (const each of added) push(each, true);
    if (added.length < page) break;
  }
  return queue.slice(0, limit);
}

/** A side with what it shows; `undefined` for one that its card has no more. */
export function sideOf(card: Flashcard, schedule: Schedule): CardSide | undefined {
  const faces = facesOf(card).find(({ side }) => side === schedule.side);
  return faces && { id: `${card.id}:${schedule.side}`, card, schedule, ...faces };
}

/** How many new sides and reviews each deck still takes today. */
function createRoom({ records }: DeckParts) {
  const left = new Map<string, { new: number; review: number }>();
  return {
    take(deck: string, state: Schedule['state']): boolean {
      let room = left.get(deck);
      if (room === undefined) {
        const record = records.decks.get(deck);
        const { newPerDay, reviewsPerDay } = record === undefined ? defaultSettings : records.toDeck(record).settings;
        room = { new: newPerDay, review: reviewsPerDay };
        left.set(deck, room);
      }
      return state === 'new' || state === 'review' ? room[state]-- > 0 : true;
    },
  };
}
