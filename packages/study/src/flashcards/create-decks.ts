import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument } from '@cubo/contracts';
import { awaitableSteps } from '@cubo/core';
import { measureCoverage } from '../coverage/measure-coverage.ts';
import type { CollectionRecord } from '../records/collection.ts';
import { createCards } from './create-cards.ts';
import { checkSettings, type DeckCounts } from './deck.ts';
import { type DeckOptions, openDeckParts } from './deck-parts.ts';
import { orderOfNext, type StoredDeck } from './deck-records.ts';
import type { DeckLine, DeckReport, DeckStep, Decks } from './decks.ts';
import { dueSides } from './due-queue.ts';
import { checkGenerate, generateDeck } from './generate-deck.ts';
import { readReviews, toEntry } from './review-log.ts';
import { findSide, reviewSide, undoReview } from './review-side.ts';
import { forecast, reviewStatistics } from './statistics.ts';

const dayLength = 86_400_000;

/**
 * Makes the decks of a library.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function createDecks(options: DeckOptions): Decks {
  const parts = openDeckParts(options);
  const { records, clock, log, cubo } = parts;

  function lineOf(record: CollectionRecord<StoredDeck>): DeckLine {
    return { ...records.toDeck(record), counts: countsOf(record.id) };
  }

  function countsOf(deck: string): DeckCounts {
    const now = clock.now();
    const cards = new Map(records.cardsOf(deck).map(({ card }) => [card.id, card]));
    const counts = { cards: cards.size, new: 0, learning: 0, due: 0, suspended: 0 };
    for (const { content } of records.schedules.list({ parent: deck })) {
      const card = cards.get(content.card);
      if (card === undefined) continue;
      if (card.suspended) counts.suspended++;
      else if (content.state === 'new') counts.new++;
      else if (content.state === 'review') counts.due += Number(content.due <= now);
      else if (content.due <= now + dayLength) counts.learning++;
    }
    return counts;
  }

  return {
    cards: createCards(parts),
    create(given) {
      assertKnownOptions('create()', given, { name: true, settings: true });
      const name = checkName(given?.name);
      const content: StoredDeck = {
        ...{ name, createdAt: clock.now(), settings: checkSettings(given.settings), mastered: false },
      };
      const id = randomUUID();
      cubo.records.change([
        records.decks.put(id, content, { order: orderOfNext(records.decks, content.createdAt), revision: 0 }),
        log.entry({ type: 'deck-created', deck: id }).change,
      ]);
      return records.toDeck(records.deck(id));
    },
    get: (deck) => lineOf(records.deck(deck)),
    list: () => records.decks.list().map(lineOf),
    rename(deck, name) {
      const checked = checkName(name);
      const record = records.deck(deck);
      cubo.records.change([records.putDeck(record, { name: checked, quoted: undefined })]);
      return records.toDeck(records.deck(deck));
    },
    configure(deck, settings) {
      const checked = checkSettings(settings);
      const record = records.deck(deck);
      cubo.records.change([records.putDeck(record, { settings: { ...record.content.settings, ...checked } })]);
      return records.toDeck(records.deck(deck));
    },
    delete(deck) {
      if (typeof deck !== 'string' || records.decks.get(deck) === undefined) return false;
      const cards = records.cards.list({ parent: deck });
      cubo.records.change([
        records.decks.delete(deck),
        ...cards.map(({ id }) => records.reviews.clear(id)),
        records.cards.clear(deck),
        records.schedules.clear(deck),
      ]);
      return true;
    },
    generate(given) {
      checkGenerate(parts, given);
      return awaitableSteps<DeckStep, DeckReport>({
        steps: generateDeck(parts, given),
        isDone: (step): step is DeckReport => step.type === 'done',
        left: {
          message: 'The generation was left before its end.',
          remedy: 'Await it instead of reading its steps, or read them to the end.',
        },
      });
    },
    async coverage(deck, given = {}) {
      assertKnownOptions('coverage()', given, { scope: true, signal: true });
      records.deck(deck);
      const groundings = records.cardsOf(deck).flatMap(({ card }) => card.grounding ?? []);
      const { scope = { sources: [...new Set(groundings.map(({ source }) => source))] }, signal } = given;
      return measureCoverage(parts, { used: groundings.map(({ chunk }) => chunk), scope, signal });
    },
    due(given = {}) {
      assertKnownOptions('due()', given, { deck: true, limit: true });
      return dueSides(parts, given);
    },
    preview(side) {
      const { schedule, settings } = findSide(parts, side);
      return parts.scheduler.preview(schedule.content, settings);
    },
    review: (side, rating, given) => reviewSide(parts, side, rating, given),
    undo: () => undoReview(parts),
    reviews(given = {}) {
      assertKnownOptions('reviews()', given, { deck: true, card: true });
      const { deck, card } = given;
      if (deck !== undefined) records.deck(deck);
      const cards = deck === undefined ? undefined : new Set(records.cards.list({ parent: deck }).map(({ id }) => id));
      return readReviews(parts, { card })
        .map(toEntry)
        .filter((entry) => cards?.has(entry.card) ?? true);
    },
    forecast: (given) => forecast(parts, given),
    statistics: (given) => reviewStatistics(parts, given),
  };
}

function checkName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name.trim();
  throw badArgument('The name of a deck is blank or no text.', 'Pass a text.');
}
