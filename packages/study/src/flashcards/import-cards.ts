import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { badArgument, type RecordChange } from '@cubo/contracts';
import { ankiTags } from '../exports/decks/exported-deck.ts';
import type { ImportedCard } from '../imports/decks/imported-decks.ts';
import type { CardsReport } from './cards.ts';
import { checkNewCard, checkSchedules, type WrittenCard } from './check-card.ts';
import type { DeckParts } from './deck-parts.ts';
import { type FoundCard, orderOfNext, orderStep } from './deck-records.ts';
import type { FlashcardText } from './flashcard.ts';
import { rewriteCard } from './rewrite-card.ts';

/** See `Cards.import`. */
export function importCards(parts: DeckParts, deck: string, given: readonly ImportedCard[]): CardsReport {
  const { records, cubo, clock } = parts;
  records.deck(deck);
  const isList = Array.isArray(given) && given.every((each) => typeof each === 'object' && each !== null);
  if (!isList) throw badArgument('The cards of an import are no list of objects.', 'Pass the `cards` of its deck.');
  const texts = new Set(records.cardsOf(deck).map(({ record }) => keyOf(record.content.quoted?.text)));
  const from = orderOfNext(records.cards, clock.now());
  const ids = { added: [] as string[], changed: [] as string[] };
  const seen = new Set<string>();
  const changes: RecordChange[] = [];
  /** Decks that get new sides. */
  const unlearnt = new Set<string>();
  for (const [i, { card, guid }] of given.entries()) {
    const content = checkNewCard(card);
    const schedules = checkSchedules(card);
    const id = guid === undefined ? randomUUID() : idOf(guid);
    if (seen.has(id)) continue;
    seen.add(id);
    const found = records.findCard(id);
    if (found !== undefined) {
      const changed = contentAfter(found, content);
      if (changed === undefined) continue;
      ids.changed.push(id);
      const rewritten = rewriteCard(parts, found, changed);
      changes.push(...rewritten.changes);
      if (rewritten.hasNewSides) unlearnt.add(found.card.deck);
    } else if (guid !== undefined || !texts.has(keyOf(content.quoted.text))) {
      ids.added.push(id);
      texts.add(keyOf(content.quoted.text));
      // One that was erased with its document begins anew.
      if (records.cards.get(id) !== undefined) changes.push(records.reviews.clear(id));
      changes.push(...records.addCard(id, content, { deck, order: from + i * orderStep, schedules }));
    }
  }
  if (ids.added.length > 0) unlearnt.add(deck);
  for (const id of unlearnt) changes.push(...records.unmastered(id));
  cubo.records.change(changes);
  const cardOf = (id: string) => records.card(id).card;
  return {
    added: ids.added.map(cardOf),
    changed: ids.changed.map(cardOf),
    unchanged: given.length - ids.added.length - ids.changed.length,
  };
}

/** Ours are ids of cards; those of other programs may hold what separates a card and its side in an id. */
function idOf(guid: unknown): string {
  if (typeof guid !== 'string' || guid === '')
    throw badArgument('The guid of a card is no text.', 'Pass one, or none.');
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(guid)) return guid;
  const digits = createHash('sha256').update(guid).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

const keyOf = (text: FlashcardText | undefined): string => JSON.stringify(text ?? null);

/** The content of a card with what a file says of it; `undefined` where that is the same. */
function contentAfter({ record: { content } }: FoundCard, file: WrittenCard): WrittenCard | undefined {
  const quoted = content.quoted as WrittenCard['quoted'];
  const { text, topic = quoted.topic } = file.quoted;
  // Files for Anki have underscores for spaces: those are no changes.
  const tags = isDeepStrictEqual(ankiTags(content.tags), ankiTags(file.tags)) ? content.tags : file.tags;
  const isSame = tags === content.tags && topic === quoted.topic && isDeepStrictEqual(text, quoted.text);
  return isSame ? undefined : { ...content, tags, quoted: { ...quoted, text, topic } };
}
