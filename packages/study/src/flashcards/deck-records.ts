import type { RecordChange } from '@cubo/contracts';
import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';
import { type Collection, type CollectionRecord, openCollection } from '../records/collection.ts';
import { notFound } from '../records/not-found.ts';
import type { StudyParts } from '../study-parts.ts';
import type { GivenSchedule } from './cards.ts';
import { type Deck, type DeckSettings, defaultSettings } from './deck.ts';
import type { Flashcard, FlashcardText } from './flashcard.ts';
import { facesOf } from './flashcard-text.ts';
import type { StoredReview, StoredUndo } from './review-entry.ts';
import { givenSchedule, newSchedule, type Schedule, sideId } from './schedule.ts';

/** A deck as it is stored. */
export interface StoredDeck {
  readonly createdAt: number;
  readonly settings: Partial<DeckSettings>;
  readonly mastered: boolean;
  /** The name that a host gave. */
  readonly name?: string | undefined;
  /** A name made of titles of documents, and their URIs. */
  readonly quoted?: { readonly name: string; readonly sources: readonly string[] } | undefined;
}

/** A card as it is stored; its record's parent is the deck. */
export interface StoredCard {
  readonly origin: Origin;
  readonly tags: readonly string[];
  readonly suspended: boolean;
  readonly quoted?:
    | {
        readonly text: FlashcardText;
        readonly topic?: string | undefined;
        readonly grounding?: Grounding | undefined;
      }
    | undefined;
}

/** A card with its record. */
export interface FoundCard {
  readonly card: Flashcard;
  readonly record: CollectionRecord<StoredCard>;
}

/** What decks are stored in. */
export interface DeckRecords {
  readonly decks: Collection<StoredDeck>;
  readonly cards: Collection<StoredCard>;
  /** By id of the side; the parent is the deck, and the order when it is due: see `newOrder`. */
  readonly schedules: Collection<Schedule>;
  /** The parent is the card, and the order the time. */
  readonly reviews: Collection<StoredReview | StoredUndo>;
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND` */
  deck(id: string): CollectionRecord<StoredDeck>;
  toDeck(record: CollectionRecord<StoredDeck>): Deck;
  putDeck(record: CollectionRecord<StoredDeck>, changes: Partial<StoredDeck>): RecordChange;
  /** What makes a deck that gets sides which are not mastered no mastered one. */
  unmastered(deck: string): RecordChange[];
  findCard(id: string): FoundCard | undefined;
  /** @throws CuboError `CUBO_STUDY_NOT_FOUND` */
  card(id: string): FoundCard;
  /** The cards of a deck, or all, in the order in which they were added; without those whose document was erased. */
  cardsOf(deck?: string): FoundCard[];
  putCard(record: CollectionRecord<StoredCard>, content: StoredCard, deck?: string): RecordChange;
  putSchedule(
    schedule: Schedule,
    options: { deck: string; order: number; revision?: number | undefined },
  ): RecordChange;
  /** What adds a card and the schedules of its sides. */
  addCard(
    id: string,
    content: StoredCard & { readonly quoted: object },
    place: {
      readonly deck: string;
      readonly order: number;
      /** Of sides that are not new. */
      readonly schedules?: readonly GivenSchedule[] | undefined;
    },
  ): RecordChange[];
  /** Deletes a card and all that belongs to it. */
  deleteCard({ card }: FoundCard): RecordChange[];
}

/** New sides are ordered before all times, by when they were added. */
export const newOrder = -1e13;

/** What is added together is so far apart. */
export const orderStep = 0.01;

/** The order of what is added now: after all there is, also where the clock stands still or was set back. */
export function orderOfNext(collection: Pick<Collection<object>, 'list'>, now: number): number {
  const last = collection.list({ descending: true, limit: 1 })[0]?.order ?? Number.NEGATIVE_INFINITY;
  return Math.max(now, last + orderStep);
}

/** The order of a new side of a card; the first sides stay in their order, and those after them come together. */
export function orderOfNew(cardOrder: number, side: number): number {
  return newOrder + cardOrder + Math.min(side, 4) * 0.002;
}

/** Stands for a name that went with an erased document. */
const unnamed = 'Flashcards';

/** Opens the records of decks. */
export function openDeckRecords({ cubo, random }: Pick<StudyParts, 'cubo' | 'random'>): DeckRecords {
  const decks = openCollection<StoredDeck>(cubo.records, 'study.deck');
  const cards = openCollection<StoredCard>(cubo.records, 'study.card');
  const schedules = openCollection<Schedule>(cubo.records, 'study.schedule');
  const reviews = openCollection<StoredReview | StoredUndo>(cubo.records, 'study.review');
  const putSchedule: DeckRecords['putSchedule'] = (schedule, { deck, order, revision }) =>
    schedules.put(sideId(schedule.card, schedule.side), schedule, { parent: deck, order, revision });
  const putCard = (id: string, content: StoredCard, place: { deck: string; order: number; revision?: number }) => {
    const source = content.quoted?.grounding?.source;
    const { deck, ...rest } = place;
    return cards.put(id, content, { ...rest, parent: deck, quotes: source === undefined ? [] : [source] });
  };
  const findCard = (id: string): FoundCard | undefined => {
    const record = cards.get(id);
    const card = record && toCard(record);
    return record && card && { card, record };
  };
  const deck: DeckRecords['deck'] = (id) => {
    const record = typeof id === 'string' ? decks.get(id) : undefined;
    if (record === undefined) throw notFound('deck', id);
    return record;
  };
  const putDeck: DeckRecords['putDeck'] = ({ id, content, order, revision }, changes) => {
    const changed = { ...content, ...changes };
    return decks.put(id, changed, { order, revision, quotes: changed.quoted?.sources });
  };
  return {
    ...{ decks, cards, schedules, reviews, putSchedule, deck, putDeck },
    unmastered(id) {
      const record = deck(id);
      return record.content.mastered ? [putDeck(record, { mastered: false })] : [];
    },
    toDeck: ({ id, content }) => ({
      ...{ id, name: content.name ?? content.quoted?.name ?? unnamed },
      settings: { ...defaultSettings, ...content.settings },
      ...{ mastered: content.mastered, createdAt: content.createdAt },
    }),
    findCard,
    card(id) {
      const found = typeof id === 'string' ? findCard(id) : undefined;
      if (found === undefined) throw notFound('card', id);
      return found;
    },
    cardsOf: (deck) =>
      cards.list({ parent: deck }).flatMap((record) => {
        const card = toCard(record);
        return card === undefined ? [] : [{ card, record }];
      }),
    putCard: (record, content, deck = record.parent as string) =>
      putCard(record.id, content, { deck, order: record.order, revision: record.revision }),
    addCard(id, content, { deck, order, schedules: learnt = [] }) {
      const sides = facesOf((content.quoted as NonNullable<StoredCard['quoted']>).text);
      return [
        putCard(id, content, { deck, order }),
        ...sides.map(({ side }, i) => {
          const given = learnt.find((each) => each.side === side);
          const known = given && givenSchedule(id, { side, given, random });
          if (known !== undefined) return putSchedule(known, { deck, order: known.due });
          return putSchedule(newSchedule(id, side, random), { deck, order: orderOfNew(order, i) });
        }),
      ];
    },
    deleteCard: ({ card }) => [
      cards.delete(card.id),
      ...facesOf(card).map(({ side }) => schedules.delete(sideId(card.id, side))),
      reviews.clear(card.id),
    ],
  };
}

function toCard({ id, parent, content }: CollectionRecord<StoredCard>): Flashcard | undefined {
  const { quoted, origin, tags, suspended } = content;
  if (quoted === undefined || parent === undefined) return undefined;
  const { text, topic, grounding } = quoted;
  return {
    ...{ id, deck: parent, ...text, tags, origin },
    ...(topic !== undefined && { topic }),
    ...(suspended && { suspended }),
    ...(grounding !== undefined && { grounding }),
  };
}
