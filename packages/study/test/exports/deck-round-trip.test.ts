import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { decksToApkg } from '../../src/exports/anki/decks-to-apkg.ts';
import { decksToAnkiText, decksToCsv, deckToQuizlet } from '../../src/exports/decks/deck-to-text.ts';
import type { ExportedDeck, ExportedSchedule } from '../../src/exports/decks/exported-deck.ts';
import { decksFromApkg } from '../../src/imports/anki/decks-from-apkg.ts';
import { decksFromAnkiText, decksFromCsv, decksFromQuizlet } from '../../src/imports/decks/decks-from-text.ts';
import type { ImportedDecks } from '../../src/imports/decks/imported-decks.ts';
import { decksOf } from './deck-arbitrary.ts';

/** A row of a table, or an object of JSON. */
type Row = Readonly<Record<string, unknown>>;

const at = Date.UTC(2026, 0, 5, 12);

/** What an import gives for a deck that was exported. */
const expected = (decks: readonly ExportedDeck[]) =>
  decks.map(({ name, cards }) => ({
    name,
    cards: cards.map(({ id, deck: _, ...card }) => ({ card, guid: id })),
  }));

const sorted = ({ decks }: ImportedDecks) =>
  decks.map(({ name, cards }) => ({
    name,
    cards: cards.toSorted((a, b) => (String(a.guid) < String(b.guid) ? -1 : 1)),
  }));

const formats: Record<string, (decks: readonly ExportedDeck[]) => ImportedDecks> = {
  'an Anki package': (decks) => decksFromApkg(decksToApkg(decks, { at })),
  CSV: (decks) => decksFromCsv(decksToCsv(decks)),
  'a text for Anki': (decks) => decksFromAnkiText(decksToAnkiText(decks)),
};

for (const [name, trip] of Object.entries(formats)) {
  test(`decks that were exported as ${name} come back as they were`, () => {
    fc.assert(
      fc.property(decksOf(), (decks) => {
        const read = trip(decks);
        expect(read.skipped).toEqual([]);
        expect(sorted(read)).toEqual(sorted({ decks: expected(decks), skipped: [], media: [] } as never));
      }),
      { numRuns: 60, seed: 8 },
    );
  });
}

test('terms and definitions come back from a text for Quizlet', () => {
  fc.assert(
    fc.property(decksOf({ isLine: true }), ([deck]) => {
      const cards = (deck as ExportedDeck).cards.filter(({ kind }) => kind !== 'cloze');
      const read = decksFromQuizlet(deckToQuizlet({ cards }));
      expect(read.decks.flatMap((found) => found.cards.map(({ card }) => card))).toEqual(
        cards.map(
          (card) =>
            card.kind !== 'cloze' && { kind: 'basic', front: card.front, back: card.back, tags: [], origin: 'import' },
        ),
      );
    }),
    { numRuns: 60, seed: 8 },
  );
});

const base = { deck: 'd', origin: 'user', tags: ['lease', 'two words'] } as const;
const deck: ExportedDeck = {
  name: 'Law::Lease',
  cards: [
    { ...base, id: 'one', kind: 'basic', front: 'Rent <a>?', back: '950 €\n& more' },
    { ...base, id: 'two', kind: 'reversed', front: 'Miete', back: 'rent', suspended: true },
    { ...base, id: 'three', kind: 'cloze', text: 'Notice: {{c1::three months}}, {{c3::written::how?}}', extra: '§ 3' },
  ],
};

function openCollection(file: Uint8Array): Database.Database {
  const files = unzipSync(file);
  expect(Object.keys(files).sort()).toEqual(['collection.anki2', 'media']);
  expect(new TextDecoder().decode(files.media)).toBe('{}');
  return new Database(Buffer.from(files['collection.anki2'] as Uint8Array));
}

test('a package is a sound collection of version 11 with all that Anki looks for', () => {
  const database = openCollection(decksToApkg([deck], { at }));
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const columns = (table: string) =>
    database.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all().join(' ');
  expect(columns('col')).toBe('id crt mod scm ver dty usn ls conf models decks dconf tags');
  expect(columns('notes')).toBe('id guid mid mod usn tags flds sfld csum flags data');
  expect(columns('cards')).toBe(
    'id nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data',
  );
  expect(columns('revlog')).toBe('id cid usn ease ivl lastIvl factor time type');
  expect(columns('graves')).toBe('usn oid type');
  const col = database.prepare('SELECT * FROM col').get() as Record<string, string>;
  expect(col.ver).toBe(11);
  const [models, decks, options, conf] = ['models', 'decks', 'dconf', 'conf'].map((name) =>
    JSON.parse(col[name] as string),
  );
  expect(conf.curDeck).toBe(1);
  expect(
    Object.values(decks as Record<string, Row>)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Default', 'Law', 'Law::Lease']);
  for (const { conf: used } of Object.values(decks) as Row[]) expect(options[String(used)]).toBeDefined();
  for (const [id, model] of Object.entries(models as Record<string, Row>)) {
    expect(model.id).toBe(Number(id));
    expect((model.flds as Row[]).map(({ ord }) => ord)).toEqual([0, 1]);
  }
  const notes = database.prepare('SELECT * FROM notes ORDER BY guid').all() as Row[];
  expect(notes.map(({ guid, flds, tags }) => ({ guid, flds, tags }))).toEqual([
    { guid: 'one', flds: 'Rent &lt;a&gt;?\x1f950 €<br>&amp; more', tags: ' lease two_words ' },
    { guid: 'three', flds: 'Notice: {{c1::three months}}, {{c3::written::how?}}\x1f§ 3', tags: ' lease two_words ' },
    { guid: 'two', flds: 'Miete\x1frent', tags: ' lease two_words ' },
  ]);
  for (const note of notes) {
    const [first = ''] = String(note.flds).split('\x1f');
    expect(note.sfld).toBe(first);
    expect(note.csum).toBe(Number.parseInt(createHash('sha1').update(first).digest('hex').slice(0, 8), 16));
    expect(models[String(note.mid)]).toBeDefined();
  }
  const cards = database
    .prepare('SELECT guid, ord, queue, did FROM cards JOIN notes ON notes.id = nid ORDER BY guid, ord')
    .all() as Row[];
  expect(cards.map(({ guid, ord, queue }) => [guid, ord, queue])).toEqual([
    ['one', 0, 0],
    ['three', 0, 0],
    ['three', 2, 0],
    ['two', 0, -1],
    ['two', 1, -1],
  ]);
  for (const { did } of cards) expect(decks[String(did)].name).toBe('Law::Lease');
  database.close();
});

test('a later export has the same ids, so that cards are changed instead of doubled', () => {
  const ids = (file: Uint8Array) => {
    const database = openCollection(file);
    const rows = [
      database.prepare('SELECT id, guid, mid FROM notes ORDER BY id').all(),
      database.prepare('SELECT id, nid, ord FROM cards ORDER BY id').all(),
    ];
    database.close();
    return rows;
  };
  const [first, ...others] = deck.cards;
  const changed = { ...deck, cards: [{ ...(first as object), back: 'changed' }, ...others] } as ExportedDeck;
  expect(ids(decksToApkg([changed], { at: at + 1 }))).toEqual(ids(decksToApkg([deck], { at })));
  expect(Buffer.from(decksToApkg([deck], { at })).equals(decksToApkg([deck], { at }))).toBe(true);
});

test('schedules go to Anki and come back', () => {
  const day = 86_400_000;
  const due = Date.UTC(2026, 1, 1, 4);
  const common = { stability: 12.5, difficulty: 4.25, reviews: 7, lapses: 1, lastReview: due - 12 * day };
  const schedules: ExportedSchedule[] = [
    { ...common, card: 'one', side: 'front', state: 'review', due, days: 12 },
    { ...common, card: 'two', side: 'back', state: 'learning', due: due + 600_000, days: 0 },
    { ...common, card: 'three', side: 'c3', state: 'relearning', due: due + 600_000, days: 1 },
    { ...common, card: 'three', side: 'c1', state: 'new', due: 0, days: 0 },
  ];
  const cards = decksFromApkg(decksToApkg([deck], { at, schedules })).decks.flatMap((found) => found.cards);
  const read = cards.flatMap(({ guid, card }) =>
    (card.schedules ?? []).map((schedule) => ({ card: guid, ...schedule })),
  );
  const order = (list: readonly { side: string }[]) => list.toSorted((a, b) => (a.side < b.side ? -1 : 1));
  expect(order(read as never)).toEqual(order(schedules.slice(0, 3)));
});

test('what makes no sense is refused', () => {
  expect(() => decksToApkg([deck], { at: Number.NaN })).toThrow(/Date.now/);
  expect(() => decksToApkg([deck], { at, media: [] } as never)).toThrow(/no option "media"/);
});

test('cards for Quizlet are lines of a term and a definition', () => {
  expect(deckToQuizlet(deck)).toBe(
    'Rent <a>?\t950 € & more\nMiete\trent\nNotice: […], [how?]\tthree months; written\n',
  );
});
