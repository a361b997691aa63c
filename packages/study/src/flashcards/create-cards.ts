import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { checkGrounding } from '../grounding/check-grounding.ts';
import type { GroundingState } from '../grounding/grounding.ts';
import type { Cards, CardsOptions, FlashcardChanges } from './cards.ts';
import { checkNewCard, checkSchedules, checkTags, editedContent, readCardText } from './check-card.ts';
import type { DeckParts } from './deck-parts.ts';
import { type FoundCard, orderOfNext, orderStep, type StoredCard } from './deck-records.ts';
import { sideOf } from './due-queue.ts';
import type { Flashcard } from './flashcard.ts';
import { facesOf } from './flashcard-text.ts';
import { importCards } from './import-cards.ts';
import { findDuplicates, mergeDuplicates } from './merge-duplicates.ts';
import { masteredStability } from './review-side.ts';
import { rewriteCard } from './rewrite-card.ts';
import { sideId } from './schedule.ts';

const listOptions: KnownOptions<CardsOptions> = {
  ...{ deck: true, tag: true, text: true, suspended: true, limit: true, offset: true },
};
const changeOptions: KnownOptions<FlashcardChanges> = {
  ...{ kind: true, front: true, back: true, text: true, extra: true, topic: true },
};

/** Makes the cards of decks. */
export function createCards(parts: DeckParts): Cards {
  const { records, clock, cubo } = parts;
  const cardsOf = (ids: readonly string[]) => {
    if (!Array.isArray(ids)) throw badArgument('The cards are no list.', 'Pass a list of ids.');
    return [...new Set(ids)].map((id) => records.card(id));
  };

  function change(ids: readonly string[], changed: (found: FoundCard) => StoredCard): Flashcard[] {
    const found = cardsOf(ids);
    cubo.records.change(found.map((each) => records.putCard(each.record, changed(each))));
    return found.map(({ card }) => records.card(card.id).card);
  }

  return {
    add(deck, given) {
      records.deck(deck);
      if (!Array.isArray(given)) throw badArgument('The cards are no list.', 'Pass a list of cards.');
      const added = given.map((card) => ({
        ...{ id: randomUUID() as string, content: checkNewCard(card), schedules: checkSchedules(card) },
      }));
      const from = orderOfNext(records.cards, clock.now());
      cubo.records.change([
        ...added.flatMap(({ id, content, schedules }, i) =>
          records.addCard(id, content, { deck, order: from + i * orderStep, schedules }),
        ),
        ...(added.length === 0 ? [] : records.unmastered(deck)),
      ]);
      return added.map(({ id }) => records.findCard(id)?.card).filter((card) => card !== undefined);
    },
    import: (deck, given) => importCards(parts, deck, given),
    get: (card) => records.card(card).card,
    list(options = {}) {
      assertKnownOptions('list()', options, listOptions);
      const { deck, tag, text, suspended, limit, offset = 0 } = options;
      checkCount('limit', limit);
      checkCount('offset', offset);
      if (deck !== undefined) records.deck(deck);
      if (text !== undefined && typeof text !== 'string') throw badArgument('The option text is none.', 'Pass words.');
      const words = (text ?? '')
        .normalize('NFKC')
        .toLowerCase()
        .split(/\s+/u)
        .filter((word) => word !== '');
      const fits = (card: Flashcard) =>
        (tag === undefined || card.tags.includes(tag)) &&
        (suspended === undefined || (card.suspended ?? false) === suspended) &&
        (words.length === 0 || hasAll(readCardText(card), words));
      const found = records.cardsOf(deck).flatMap(({ card }) => (fits(card) ? [card] : []));
      return found.slice(offset, limit === undefined ? undefined : offset + limit);
    },
    sides(id) {
      const { card } = records.card(id);
      return facesOf(card).flatMap(({ side }) => {
        const schedule = records.schedules.get(sideId(id, side));
        return schedule === undefined ? [] : (sideOf(card, schedule.content) ?? []);
      });
    },
    edit(id, changes) {
      assertKnownOptions('edit()', changes, changeOptions);
      const { card, record } = records.card(id);
      const content = editedContent(record.content, changes);
      const { changes: written, hasNewSides } = rewriteCard(parts, { card, record }, content);
      cubo.records.change([...written, ...(hasNewSides ? records.unmastered(card.deck) : [])]);
      return records.card(id).card;
    },
    delete(ids) {
      if (!Array.isArray(ids)) throw badArgument('The cards are no list.', 'Pass a list of ids.');
      const found = [...new Set(ids)].flatMap((id) => records.findCard(id) ?? []);
      cubo.records.change(found.flatMap(records.deleteCard));
      return found.length;
    },
    move(ids, deck) {
      records.deck(deck);
      const found = cardsOf(ids);
      const sides = found.flatMap(({ card }) =>
        facesOf(card).flatMap(({ side }) => records.schedules.get(sideId(card.id, side)) ?? []),
      );
      const isUnlearnt = sides.some(({ content }) => content.stability < masteredStability);
      cubo.records.change([
        ...found.map(({ record }) => records.putCard(record, record.content, deck)),
        ...sides.map(({ content, order, revision }) => records.putSchedule(content, { deck, order, revision })),
        ...(isUnlearnt ? records.unmastered(deck) : []),
      ]);
      return found.map(({ card }) => records.card(card.id).card);
    },
    tag(ids, tags) {
      const added = checkTags(tags);
      return change(ids, ({ record: { content } }) => ({
        ...content,
        tags: [...new Set([...content.tags, ...added])],
      }));
    },
    untag(ids, tags) {
      const removed = checkTags(tags);
      return change(ids, ({ record: { content } }) => ({
        ...{ ...content, tags: content.tags.filter((tag) => !removed.includes(tag)) },
      }));
    },
    suspend: (ids) => change(ids, ({ record: { content } }) => ({ ...content, suspended: true })),
    resume: (ids) => change(ids, ({ record: { content } }) => ({ ...content, suspended: false })),
    duplicates(options = {}) {
      assertKnownOptions('duplicates()', options, { deck: true });
      return findDuplicates(parts, options.deck);
    },
    mergeDuplicates(options = {}) {
      assertKnownOptions('mergeDuplicates()', options, { deck: true });
      return mergeDuplicates(parts, options.deck);
    },
    async checkGrounding(options = {}) {
      assertKnownOptions('checkGrounding()', options, { deck: true, signal: true });
      const { deck, signal } = options;
      if (deck !== undefined) records.deck(deck);
      const grounded = records
        .cardsOf(deck)
        .flatMap(({ card: { id, grounding } }) => (grounding === undefined ? [] : [{ id, grounding }]));
      const groundings = grounded.map(({ grounding }) => grounding);
      const states = await checkGrounding(cubo, groundings, { signal });
      return new Map(grounded.map(({ id }, i) => [id, states[i] as GroundingState]));
    },
  };
}

function checkCount(name: string, value: number | undefined): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 0)) return;
  throw badArgument(`The option ${name} is ${String(value)}.`, 'Pass a whole number from 0 on.');
}

function hasAll(text: string, words: readonly string[]): boolean {
  const lower = text.normalize('NFKC').toLowerCase();
  return words.every((word) => lower.includes(word));
}
