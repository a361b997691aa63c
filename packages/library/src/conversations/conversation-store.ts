import {
  type Clock,
  type ConversationChange,
  type ConversationPart,
  type ConversationRecord,
  type ConversationStore,
  CuboError,
} from '@cubo/contracts';
import { type Catalog, query, transact } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';
import type { FileLayer } from '../files/file-layer.ts';
import { forgetLeftQuotes, forgetQuotes } from './forget-quotes.ts';
import { searchConversations } from './search-conversations.ts';

interface ConversationRow {
  id: string;
  title: string | null;
  details: string;
  revision: number;
  turns: number;
  created_at: number;
  updated_at: number;
}

interface PartRow {
  turn: number;
  kind: string;
  content: string;
  text: string | null;
  bytes: Uint8Array | null;
  quotes: string;
}

const columns = `conversations.*,
  (SELECT coalesce(max(turn) + 1, 0) FROM conversation_parts WHERE conversation_id = conversations.id) AS turns`;

/** Makes the store over a catalog; `open` is asked for it with each call. */
export function createConversationStore(options: {
  readonly open: () => Catalog;
  readonly files: FileLayer;
  readonly clock: Clock;
}): ConversationStore {
  const { open, files, clock } = options;
  return {
    find: (id) => query(open(), () => findConversation(open(), id)),
    list: ({ limit = -1, offset = 0 } = {}) =>
      query(open(), () =>
        statement<[number, number], ConversationRow>(
          open(),
          `SELECT ${columns} FROM conversations ORDER BY updated_at DESC, id LIMIT ? OFFSET ?`,
        )
          .all(limit, offset)
          .map(toRecord),
      ),
    parts: (id, { fromTurn = 0, bytes = false } = {}) =>
      query(open(), () =>
        statement<[string, number], PartRow>(
          open(),
          `SELECT turn, kind, content, text, ${bytes ? 'bytes' : 'NULL AS bytes'},
             (SELECT json_group_array(source) FROM conversation_quotes WHERE part_id = conversation_parts.id) AS quotes
           FROM conversation_parts WHERE conversation_id = ? AND turn >= ? ORDER BY turn, ordinal`,
        )
          .all(id, fromTurn)
          .map(toPart),
      ),
    change: (id, change) => transact(open(), files, () => changeConversation(open(), id, change, clock.now())),
    delete: (id) =>
      transact(open(), files, () => statement(open(), 'DELETE FROM conversations WHERE id = ?').run(id).changes > 0),
    search: (words, { limit = 20 } = {}) => query(open(), () => searchConversations(open(), words, limit)),
    forget: (sources) => transact(open(), files, () => forgetQuotes(open(), sources)),
  };
}

function findConversation(catalog: Catalog, id: string): ConversationRecord | undefined {
  const row = statement<[string], ConversationRow>(catalog, `SELECT ${columns} FROM conversations WHERE id = ?`).get(
    id,
  );
  return row && toRecord(row);
}

function changeConversation(catalog: Catalog, id: string, change: ConversationChange, now: number): ConversationRecord {
  const { revision, keepTurns, parts = [], title, details } = change;
  const known = findConversation(catalog, id);
  if ((known?.revision ?? 0) !== revision) throw changedElsewhere(id, known !== undefined);
  statement(
    catalog,
    `INSERT INTO conversations (id, title, details, revision, created_at, updated_at) VALUES (@id, @title, @details, 1, @now, @now)
     ON CONFLICT (id) DO UPDATE SET title = @title, details = @details, revision = revision + 1, updated_at = @now`,
  ).run({ id, title: title ?? known?.title ?? null, details: JSON.stringify(details ?? known?.details ?? null), now });
  if (keepTurns !== undefined) {
    statement(catalog, 'DELETE FROM conversation_parts WHERE conversation_id = ? AND turn >= ?').run(id, keepTurns);
  }
  for (const part of parts) addPart(catalog, id, part, now);
  return findConversation(catalog, id) as ConversationRecord;
}

function addPart(catalog: Catalog, id: string, part: ConversationPart, now: number): void {
  const { turn, kind, content, text, bytes, quotes = [] } = part;
  const { lastInsertRowid } = statement(
    catalog,
    `INSERT INTO conversation_parts (conversation_id, turn, ordinal, kind, content, text, bytes, created_at)
     SELECT @id, @turn, coalesce(max(ordinal) + 1, 0), @kind, @content, @text, @bytes, @now
       FROM conversation_parts WHERE conversation_id = @id AND turn = @turn`,
  ).run({ id, turn, kind, content: JSON.stringify(content), text: text ?? null, bytes: bytes ?? null, now });
  for (const source of new Set(quotes)) {
    statement(catalog, 'INSERT INTO conversation_quotes (part_id, source) VALUES (?, ?)').run(lastInsertRowid, source);
  }
  // What is erased while it is being quoted does not come back.
  if (quotes.length > 0) forgetLeftQuotes(catalog, quotes);
}

function toRecord(row: ConversationRow): ConversationRecord {
  return {
    id: row.id,
    title: row.title ?? undefined,
    details: JSON.parse(row.details),
    revision: row.revision,
    turns: row.turns,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toPart({ turn, kind, content, text, bytes, quotes }: PartRow): ConversationPart {
  const sources = JSON.parse(quotes) as string[];
  return {
    turn,
    kind,
    content: JSON.parse(content),
    ...(text !== null && { text }),
    ...(bytes !== null && { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }),
    ...(sources.length > 0 && { quotes: sources.sort() }),
  };
}

function changedElsewhere(id: string, exists: boolean): CuboError {
  return exists
    ? new CuboError({
        code: 'CUBO_CONVERSATION_CHANGED',
        message: `The conversation ${id} has been changed by somebody else meanwhile.`,
        remedy: 'Read it again, and repeat the change.',
      })
    : new CuboError({
        code: 'CUBO_CONVERSATION_NOT_FOUND',
        message: `There is no conversation ${id} in this library.`,
        remedy: 'It may have been deleted: list the conversations, or begin a new one.',
      });
}
