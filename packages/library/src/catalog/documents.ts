import type { Metadata, UnreadPlace } from '@cubo/contracts';
import type { DocumentAlias } from './aliases.ts';
import { combinedMetadata } from './labels.ts';
import { type Catalog, query } from './open-catalog.ts';
import { statement } from './statement.ts';

/** Where the title of a document comes from: its host, its format, or its name. */
export type TitleOrigin = 'host' | 'format' | 'name';

/** What a library knows of a document. */
export interface DocumentRecord {
  readonly id: number;
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly titleOrigin: TitleOrigin;
  /** Other names of it: files with the same bytes, by URI. */
  readonly aliases: readonly DocumentAlias[];
  readonly language?: string | undefined;
  /** Pages, slides or sheets, where the format has them. */
  readonly pages?: number | undefined;
  /** SHA-256 of the source's bytes, hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /** Milliseconds since the epoch, as the source stated it. */
  readonly modifiedAt?: number | undefined;
  /** Id of the extractor that read it. */
  readonly extractor: string;
  /** Id of the chunker that cut it. */
  readonly chunker: string;
  /** What it is labelled with: what its format says, what its host gave with it, and what was changed since. */
  readonly metadata: Metadata;
  /** Labels that its format states. */
  readonly ownMetadata: Metadata;
  /** Labels that the host gave when it was ingested. */
  readonly givenMetadata: Metadata;
  /** Labels that were changed since; `null` for one that was taken away. */
  readonly labels: Metadata;
  /** Places that could not be read. */
  readonly unread: readonly UnreadPlace[];
  /** Grows by one each time the document is ingested anew. */
  readonly version: number;
  readonly chunks: number;
  /** Milliseconds since the epoch. */
  readonly ingestedAt: number;
}

interface DocumentRow {
  id: number;
  uri: string;
  name: string;
  title: string | null;
  title_origin: TitleOrigin;
  aliases: string;
  language: string | null;
  pages: number | null;
  sha256: string;
  bytes: number;
  modified_at: number | null;
  extractor: string;
  chunker: string;
  metadata: string;
  own_metadata: string;
  given_metadata: string;
  labels: string;
  unread: string;
  version: number;
  chunks: number;
  ingested_at: number;
}

function toRecord(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    uri: row.uri,
    name: row.name,
    title: row.title ?? undefined,
    titleOrigin: row.title_origin,
    aliases: (JSON.parse(row.aliases) as DocumentAlias[]).map((alias) => ({
      ...alias,
      modifiedAt: alias.modifiedAt ?? undefined,
    })),
    language: row.language ?? undefined,
    pages: row.pages ?? undefined,
    sha256: row.sha256,
    bytes: row.bytes,
    modifiedAt: row.modified_at ?? undefined,
    extractor: row.extractor,
    chunker: row.chunker,
    metadata: JSON.parse(row.metadata) as Metadata,
    ownMetadata: JSON.parse(row.own_metadata) as Metadata,
    givenMetadata: JSON.parse(row.given_metadata) as Metadata,
    labels: JSON.parse(row.labels) as Metadata,
    unread: JSON.parse(row.unread) as UnreadPlace[],
    version: row.version,
    chunks: row.chunks,
    ingestedAt: row.ingested_at,
  };
}

const columns = `documents.*, (
  SELECT json_group_array(json_object('uri', uri, 'name', name, 'bytes', bytes, 'modifiedAt', modified_at))
  FROM (SELECT * FROM aliases WHERE document_id = documents.id ORDER BY uri)
) AS aliases`;

/** The document that has this URI, as its own or as an alias. */
export function findDocument(catalog: Catalog, uri: string): DocumentRecord | undefined {
  const row = statement<[string, string], DocumentRow>(
    catalog,
    `SELECT ${columns} FROM documents WHERE id = coalesce(
       (SELECT id FROM documents WHERE uri = ?), (SELECT document_id FROM aliases WHERE uri = ?))`,
  ).get(uri, uri);
  return row && toRecord(row);
}

/** The document with this id. */
export function findDocumentById(catalog: Catalog, id: number): DocumentRecord | undefined {
  const row = statement<[number], DocumentRow>(catalog, `SELECT ${columns} FROM documents WHERE id = ?`).get(id);
  return row && toRecord(row);
}

/** The documents that were made of these bytes by this extractor and chunker, in the order of their URIs. */
export function findDocumentsOf(
  catalog: Catalog,
  content: { sha256: string; extractor: string; chunker: string },
): DocumentRecord[] {
  return statement<[string, string, string], DocumentRow>(
    catalog,
    `SELECT ${columns} FROM documents WHERE sha256 = ? AND extractor = ? AND chunker = ?`,
  )
    .all(content.sha256, content.extractor, content.chunker)
    .map(toRecord)
    .sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

/**
 * All documents in the order of their URIs, read from the disk as they are asked for; `open` is asked before each read.
 */
export function* listDocuments(open: () => Catalog): Generator<DocumentRecord> {
  const page = `SELECT ${columns} FROM documents WHERE uri > ? ORDER BY uri LIMIT 500`;
  for (let after = ''; ; ) {
    // Pages, not one open cursor: a cursor would block every write on this connection while the caller looks around.
    const catalog = open();
    const rows = query(catalog, () => statement<[string], DocumentRow>(catalog, page).all(after));
    for (const row of rows) yield toRecord(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.uri;
  }
}

/** A document as a writer has made it: what it is labelled with follows from the three sides. */
export type WrittenDocument = Omit<DocumentRecord, 'metadata' | 'aliases'>;

/** Writes a document as it is with this version; its aliases stay. Call it inside a transaction. */
export function writeDocument(catalog: Catalog, document: WrittenDocument): void {
  const values: Record<string, string | number | null> = {
    id: document.id,
    uri: document.uri,
    name: document.name,
    title: document.title ?? null,
    language: document.language ?? null,
    pages: document.pages ?? null,
    sha256: document.sha256,
    bytes: document.bytes,
    modified_at: document.modifiedAt ?? null,
    extractor: document.extractor,
    chunker: document.chunker,
    title_origin: document.titleOrigin,
    own_metadata: JSON.stringify(document.ownMetadata),
    given_metadata: JSON.stringify(document.givenMetadata),
    labels: JSON.stringify(document.labels),
    metadata: JSON.stringify(combinedMetadata(document)),
    unread: JSON.stringify(document.unread),
    version: document.version,
    chunks: document.chunks,
    ingested_at: document.ingestedAt,
  };
  const names = Object.keys(values);
  // Not REPLACE, which deletes the row first, and the aliases with it.
  statement(
    catalog,
    `INSERT INTO documents (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})
       ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join()}`,
  ).run(values);
}
