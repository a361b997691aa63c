import { describeThrown, isCuboError } from '@cubo/contracts';
import Database from 'better-sqlite3';
import { fieldSeparator } from '../../exports/anki/anki-schema.ts';
import { badFile, tooLarge } from '../text/bad-file.ts';

const format = 'Anki package';
const mostNotes = 200_000;
const mostCards = 1_000_000;

/** A card of a note. */
export interface AnkiCard {
  readonly ord: number;
  readonly type: number;
  readonly queue: number;
  readonly due: number;
  readonly interval: number;
  readonly factor: number;
  readonly reps: number;
  readonly lapses: number;
  readonly data: string;
}

/** A note with its cards. */
export interface AnkiNote {
  readonly guid: string;
  readonly tags: string;
  readonly fields: readonly string[];
  /** Name of the deck of its first card. */
  readonly deck: string;
  readonly type: NoteType;
  readonly cards: readonly AnkiCard[];
}

/** What a note type says of its notes. */
export interface NoteType {
  readonly isCloze: boolean;
  readonly fields: readonly string[];
  /** Question and answer of each. */
  readonly templates: readonly (readonly [string, string])[];
}

/** A collection of Anki. */
export interface AnkiCollection {
  /** Days are counted from here, in seconds since the epoch. */
  readonly createdAt: number;
  readonly notes: readonly AnkiNote[];
}

/**
 * Reads a collection of version 11. The file is not trusted: it is read in memory, and none that holds more than plain
 * tables is read at all.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function readCollection(bytes: Uint8Array): AnkiCollection {
  let database: Database.Database | undefined;
  try {
    database = new Database(Buffer.from(bytes), { readonly: true });
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    return read(database);
  } catch (error) {
    if (isCuboError(error)) throw error;
    throw badFile(format, `holds a collection that cannot be read (${describeThrown(error)})`);
  } finally {
    database?.close();
  }
}

function read(database: Database.Database): AnkiCollection {
  const foreign = database
    .prepare(
      "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger') OR sql LIKE '%virtual%' OR sql LIKE '%generated%'",
    )
    .pluck()
    .get() as number;
  if (foreign > 0) throw badFile(format, 'holds a collection with more than tables');
  const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  if (count('notes') > mostNotes) throw tooLarge(format, `holds more than ${mostNotes} notes`);
  if (count('cards') > mostCards) throw tooLarge(format, `holds more than ${mostCards} cards`);
  const col = database.prepare('SELECT crt, ver, models, decks FROM col').get() as Record<string, unknown> | undefined;
  if (col === undefined) throw badFile(format, 'holds an empty collection');
  if (Number(col.ver) > 11)
    throw badFile(format, `holds a collection of version ${String(col.ver)}, which is not read`);
  const types = objectOf(col.models);
  const decks = objectOf(col.decks);
  const cards = cardsByNote(database);
  const rows = database.prepare('SELECT id, guid, mid, tags, flds FROM notes ORDER BY id').all() as Record<
    string,
    unknown
  >[];
  return {
    createdAt: Number(col.crt) || 0,
    notes: rows.map(({ id, guid, mid, tags, flds }) => {
      const own = cards.get(Number(id)) ?? [];
      return {
        guid: String(guid),
        tags: String(tags),
        fields: String(flds).split(fieldSeparator),
        deck: textOf(own[0] === undefined ? undefined : objectOf(decks[String(own[0].deck)]).name) || 'Default',
        type: noteType(types[String(mid)]),
        cards: own,
      };
    }),
  };
}

function cardsByNote(database: Database.Database): Map<number, (AnkiCard & { readonly deck: number })[]> {
  const rows = database
    .prepare(
      `SELECT nid, CASE odid WHEN 0 THEN did ELSE odid END AS deck, ord, type, queue, CASE odue WHEN 0 THEN due ELSE odue END AS due,
         ivl, factor, reps, lapses, data FROM cards ORDER BY nid, ord`,
    )
    .all() as Record<string, unknown>[];
  const byNote = new Map<number, (AnkiCard & { readonly deck: number })[]>();
  for (const row of rows) {
    const number = (name: string) => Number(row[name]) || 0;
    const card = {
      ...{ deck: number('deck'), ord: number('ord'), type: number('type'), queue: number('queue'), due: number('due') },
      ...{ interval: number('ivl'), factor: number('factor'), reps: number('reps'), lapses: number('lapses') },
      data: textOf(row.data),
    };
    const cards = byNote.get(number('nid'));
    if (cards === undefined) byNote.set(number('nid'), [card]);
    else cards.push(card);
  }
  return byNote;
}

function noteType(value: unknown): NoteType {
  const { type, flds, tmpls } = objectOf(value);
  const listOf = (list: unknown) => (Array.isArray(list) ? list.map(objectOf) : []);
  return {
    isCloze: type === 1,
    fields: listOf(flds).map(({ name }) => textOf(name)),
    templates: listOf(tmpls).map(({ qfmt, afmt }) => [textOf(qfmt), textOf(afmt)] as const),
  };
}

/** An object of JSON, or one that is there already; empty where it is none. */
function objectOf(value: unknown): Record<string, unknown> {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
