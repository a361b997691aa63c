import { createHash } from 'node:crypto';
import { assertKnownOptions, badArgument } from '@cubo/contracts';
import Database from 'better-sqlite3';
import type { Flashcard } from '../../flashcards/flashcard.ts';
import { ankiTags, type ExportedDeck, type ExportedSchedule, sidesOf } from '../decks/exported-deck.ts';
import { zipFiles } from '../text/zip-files.ts';
import { ankiDeck, ankiSchema, collectionSettings, countedFrom, deckOptions, fieldSeparator } from './anki-schema.ts';
import { noteTypeIds, noteTypes } from './note-types.ts';

/** Options of {@link decksToApkg}. */
export interface ApkgOptions {
  /** When this is exported, in milliseconds since the epoch: what is newer replaces what Anki has. */
  readonly at: number;
  /** How far the sides of cards are. Without, all cards are new. Default: none. */
  readonly schedules?: readonly ExportedSchedule[] | undefined;
}

/**
 * Decks as a file for Anki (`.apkg`, with a collection of version 11, which all versions of Anki import). Cards keep their
 * ids as those of their notes, so that a later import changes cards that are there already. What in texts looks like HTML
 * stays what it is: text.
 */
export function decksToApkg(decks: readonly ExportedDeck[], options: ApkgOptions): Uint8Array {
  assertKnownOptions('decksToApkg()', options, { at: true, schedules: true });
  const { at, schedules = [] } = options;
  if (!Number.isFinite(at)) {
    throw badArgument(
      `The option at of decksToApkg() is ${String(at)}.`,
      'Pass the time in milliseconds since the epoch, such as Date.now().',
    );
  }
  const database = new Database(':memory:');
  try {
    database.exec(ankiSchema);
    database.transaction(() => fill(database, decks, { at, schedules }))();
    return zipFiles({ 'collection.anki2': new Uint8Array(database.serialize()), media: '{}' });
  } finally {
    database.close();
  }
}

function fill(
  database: Database.Database,
  decks: readonly ExportedDeck[],
  { at, schedules }: Required<Pick<ApkgOptions, 'at'>> & { readonly schedules: readonly ExportedSchedule[] },
): void {
  const modified = Math.floor(at / 1000);
  const bySide = new Map(schedules.map((schedule) => [`${schedule.card}:${schedule.side}`, schedule]));
  const noteIds = stableIds();
  const cardIds = stableIds();
  const deckIds = new Map<string, number>();
  const takenIds = stableIds();
  const insertNote = database.prepare("INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')");
  const insertCard = database.prepare(
    'INSERT INTO cards VALUES (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)',
  );
  let position = 0;
  for (const { name, cards } of decks) {
    const deck = deckName(name);
    // Decks above are there too, as Anki shows them.
    const path = deck.split('::');
    for (let length = 1; length <= path.length; length++) {
      const above = path.slice(0, length).join('::');
      if (!deckIds.has(above)) deckIds.set(above, takenIds(`deck ${above}`));
    }
    for (const card of cards) {
      const note = noteIds(card.id);
      const fields = fieldsOf(card).map(toField);
      const tags = ankiTags(card.tags);
      const tagged = tags.length === 0 ? '' : ` ${tags.join(' ')} `;
      const [first = ''] = fields;
      insertNote.run(
        note,
        card.id,
        noteTypeIds[card.kind],
        modified,
        tagged,
        fields.join(fieldSeparator),
        first,
        checksum(first),
      );
      position++;
      for (const { side, ord } of sidesOf(card)) {
        const { type, queue, due, interval, factor, reps, lapses, left, data } = progress(
          bySide.get(`${card.id}:${side}`),
          position,
        );
        const shown = card.suspended === true ? -1 : queue;
        insertCard.run(
          ...[cardIds(`${card.id}:${side}`), note, deckIds.get(deck), ord, modified],
          ...[type, shown, due, interval, factor, reps, lapses, left, data],
        );
      }
    }
  }
  const allDecks = [
    ankiDeck(1, 'Default', modified),
    ...[...deckIds].map(([name, id]) => ankiDeck(id, name, modified)),
  ];
  database
    .prepare("INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')")
    .run(
      ...[countedFrom, at, at, JSON.stringify(collectionSettings), JSON.stringify(noteTypes(modified))],
      ...[JSON.stringify(Object.fromEntries(allDecks.map((deck) => [deck.id, deck]))), JSON.stringify(deckOptions)],
    );
}

function fieldsOf(card: Flashcard): readonly [string, string] {
  return card.kind === 'cloze' ? [card.text, card.extra ?? ''] : [card.front, card.back];
}

/** Fields are HTML. */
function toField(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: one of them separates fields.
      .replace(/[\u0000-\u0008\u000b-\u001f]/g, (character) => (character === '\r' ? '\r' : ''))
      .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;')
      .replace(/\r\n?|\n/g, '<br>')
  );
}

/** By which Anki finds notes with the same first field. */
function checksum(field: string): number {
  return Number.parseInt(createHash('sha1').update(field).digest('hex').slice(0, 8), 16);
}

/** Names of decks have no empty parts. */
function deckName(name: string): string {
  const parts = name.replace(/[\p{Cc}\s]+/gu, ' ').split('::');
  return (
    parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('::') || 'Cubo'
  );
}

/** Ids that are the same in every export: numbers as Anki makes them, which are times in milliseconds. */
function stableIds(): (name: string) => number {
  const taken = new Set<number>();
  return (name) => {
    const hash = createHash('sha256').update(name).digest().readUIntBE(0, 6);
    let id = 1_400_000_000_000 + (hash % 300_000_000_000);
    while (taken.has(id)) id++;
    taken.add(id);
    return id;
  };
}

/** What Anki keeps of a card. */
function progress(schedule: ExportedSchedule | undefined, position: number) {
  if (schedule === undefined || schedule.state === 'new') {
    return { type: 0, queue: 0, due: position, interval: 0, factor: 0, reps: 0, lapses: 0, left: 0, data: '' };
  }
  const { state, due, stability, difficulty, days, reviews, lapses, lastReview } = schedule;
  const memory = {
    s: round(stability),
    d: round(difficulty),
    ...(lastReview !== undefined && { lrt: Math.floor(lastReview / 1000) }),
  };
  const common = { factor: 2500, reps: reviews, lapses, data: JSON.stringify(memory) };
  const seconds = Math.floor(due / 1000);
  if (state === 'review') {
    const day = Math.floor((seconds - countedFrom) / 86_400);
    return { type: 2, queue: 2, due: day, interval: Math.max(1, Math.round(days)), left: 0, ...common };
  }
  return {
    type: state === 'learning' ? 1 : 3,
    queue: 1,
    due: seconds,
    interval: Math.round(days),
    left: 1001,
    ...common,
  };
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
