import {
  type Clock,
  CuboError,
  type RecordChange,
  type RecordEntry,
  type RecordRange,
  type RecordStore,
  type StoredRecord,
} from '@cubo/contracts';
import { type Catalog, query, transact } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';
import type { FileLayer } from '../files/file-layer.ts';
import { forgetLeftQuoted, forgetQuoted } from './forget-quoted.ts';

interface RecordRow {
  collection: string;
  id: string;
  parent: string | null;
  order: number;
  content: string;
  quotes: string;
  revision: number;
  created_at: number;
  updated_at: number;
}

type Values = Record<string, string | number | null>;

const columns = `collection, id, parent, "order", content, revision, created_at, updated_at,
  (SELECT json_group_array(source) FROM record_quotes WHERE record_id = records.row) AS quotes`;

/** Makes the store over a catalog; `open` is asked for it with each call. */
export function createRecordStore(options: {
  readonly open: () => Catalog;
  readonly files: FileLayer;
  readonly clock: Clock;
}): RecordStore {
  const { open, files, clock } = options;
  return {
    get: (collection, id) => query(open(), () => findRecord(open(), collection, id)),
    list: (collection, { descending = false, limit = -1, offset = 0, ...range } = {}) =>
      query(open(), () => {
        const direction = descending ? 'DESC' : 'ASC';
        return statement<[Values], RecordRow>(
          open(),
          `SELECT ${columns} FROM records WHERE ${conditions(range)}
           ORDER BY "order" ${direction}, id ${direction} LIMIT @limit OFFSET @offset`,
        )
          .all({ ...values(collection, range), limit, offset })
          .map(toRecord);
      }),
    count: (collection, range = {}) =>
      query(open(), () =>
        statement<[Values], number>(open(), `SELECT count(*) FROM records WHERE ${conditions(range)}`)
          .pluck()
          .get(values(collection, range)),
      ) as number,
    change(changes) {
      const entries = changes.map(checkChange);
      transact(open(), files, () => {
        const now = clock.now();
        for (const entry of entries) applyChange(open(), entry, now);
      });
    },
    forget: (sources) => transact(open(), files, () => forgetQuoted(open(), sources)),
  };
}

function conditions({ parent, from, to }: RecordRange): string {
  return [
    'collection = @collection',
    ...(parent === undefined ? [] : ['parent = @parent']),
    ...(from === undefined ? [] : ['"order" >= @from']),
    ...(to === undefined ? [] : ['"order" < @to']),
  ].join(' AND ');
}

function values(collection: string, { parent, from, to }: RecordRange): Values {
  return {
    collection,
    ...(parent !== undefined && { parent }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function findRecord(catalog: Catalog, collection: string, id: string): StoredRecord | undefined {
  const row = statement<[string, string], RecordRow>(
    catalog,
    `SELECT ${columns} FROM records WHERE collection = ? AND id = ?`,
  ).get(collection, id);
  return row && toRecord(row);
}

/** A change whose content is written as JSON already, so that what cannot be written is told before anything is. */
type CheckedChange = Exclude<RecordChange, { put: RecordEntry }> | { put: RecordEntry; content: string };

function checkChange(change: RecordChange): CheckedChange {
  if (!('put' in change)) return change;
  const { collection, id, parent, order = 0, content } = change.put;
  const named = [collection, id, ...(parent === undefined ? [] : [parent])];
  if (named.some((name) => typeof name !== 'string' || name === '')) {
    throw badRecord('The collection, id or parent of a record is no text.', 'Pass names that are not empty.');
  }
  const { createdAt = 0, updatedAt = 0 } = change.put;
  if (!Number.isFinite(createdAt) || !Number.isFinite(updatedAt)) {
    throw badRecord(`A time of the record ${id} of ${collection} is no number.`, 'Pass milliseconds since the epoch.');
  }
  if (!Number.isFinite(order)) {
    throw badRecord(`The order of the record ${id} of ${collection} is ${order}.`, 'Pass a finite number.');
  }
  const json = writeJson(content);
  if (json === undefined) {
    throw badRecord(`The content of the record ${id} of ${collection} is no JSON.`, 'Pass what JSON can hold.');
  }
  return { ...change, content: json };
}

function writeJson(content: unknown): string | undefined {
  try {
    return JSON.stringify(content);
  } catch {
    return undefined;
  }
}

function applyChange(catalog: Catalog, change: CheckedChange, now: number): void {
  if ('put' in change) putRecord(catalog, change.put, change.content, now);
  else if ('delete' in change) {
    const { collection, id } = change.delete;
    statement(catalog, 'DELETE FROM records WHERE collection = ? AND id = ?').run(collection, id);
  } else {
    const { collection, parent } = change.clear;
    statement(catalog, `DELETE FROM records WHERE ${conditions({ parent })}`).run(values(collection, { parent }));
  }
}

function putRecord(catalog: Catalog, entry: RecordEntry, content: string, now: number): void {
  const { collection, id, parent, order = 0, quotes = [], revision, createdAt, updatedAt = now } = entry;
  if (revision !== undefined) {
    const current = statement<[string, string], number>(
      catalog,
      'SELECT revision FROM records WHERE collection = ? AND id = ?',
    )
      .pluck()
      .get(collection, id);
    if ((current ?? 0) !== revision) throw changedElsewhere(collection, id);
  }
  const row = statement<[Values], number>(
    catalog,
    `INSERT INTO records (collection, id, parent, "order", content, revision, created_at, updated_at)
     VALUES (@collection, @id, @parent, @order, @content, 1, coalesce(@createdAt, @now), @updatedAt)
     ON CONFLICT (collection, id) DO UPDATE SET parent = @parent, "order" = @order, content = @content,
       revision = revision + 1, created_at = coalesce(@createdAt, created_at), updated_at = @updatedAt
     RETURNING row`,
  )
    .pluck()
    .get({
      ...{ collection, id, parent: parent ?? null, order, content, now },
      ...{ createdAt: createdAt ?? null, updatedAt },
    }) as number;
  statement(catalog, 'DELETE FROM record_quotes WHERE record_id = ?').run(row);
  for (const source of new Set(quotes)) {
    statement(catalog, 'INSERT INTO record_quotes (record_id, source) VALUES (?, ?)').run(row, source);
  }
  // What is erased while it is being quoted does not come back.
  if (quotes.length > 0) forgetLeftQuoted(catalog, quotes);
}

function toRecord(row: RecordRow): StoredRecord {
  const sources = JSON.parse(row.quotes) as string[];
  return {
    collection: row.collection,
    id: row.id,
    ...(row.parent !== null && { parent: row.parent }),
    order: row.order,
    content: JSON.parse(row.content),
    ...(sources.length > 0 && { quotes: sources.sort() }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function badRecord(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}

function changedElsewhere(collection: string, id: string): CuboError {
  return new CuboError({
    code: 'CUBO_RECORD_CHANGED',
    message: `The record ${id} of ${collection} has been changed by somebody else meanwhile.`,
    remedy: 'Read it again, and repeat the change.',
  });
}
