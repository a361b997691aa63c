import type { Metadata, UnreadPlace } from '@cubo/contracts';
import { type Catalog, query } from './open-catalog.ts';

/** What a library knows of a document. */
export interface DocumentRecord {
  readonly id: number;
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
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
  readonly metadata: Metadata;
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
  language: string | null;
  pages: number | null;
  sha256: string;
  bytes: number;
  modified_at: number | null;
  extractor: string;
  chunker: string;
  metadata: string;
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
    language: row.language ?? undefined,
    pages: row.pages ?? undefined,
    sha256: row.sha256,
    bytes: row.bytes,
    modifiedAt: row.modified_at ?? undefined,
    extractor: row.extractor,
    chunker: row.chunker,
    metadata: JSON.parse(row.metadata) as Metadata,
    unread: JSON.parse(row.unread) as UnreadPlace[],
    version: row.version,
    chunks: row.chunks,
    ingestedAt: row.ingested_at,
  };
}

/** The document of a URI. */
export function findDocument(catalog: Catalog, uri: string): DocumentRecord | undefined {
  const row = catalog.prepare<[string], DocumentRow>('SELECT * FROM documents WHERE uri = ?').get(uri);
  return row && toRecord(row);
}

/**
 * All documents in the order of their URIs, read from the disk as they are asked for; `open` is asked before each read.
 */
export function* listDocuments(open: () => Catalog): Generator<DocumentRecord> {
  const page = 'SELECT * FROM documents WHERE uri > ? ORDER BY uri LIMIT 500';
  for (let after = ''; ; ) {
    // Pages, not one open cursor: a cursor would block every write on this connection while the caller looks around.
    const catalog = open();
    const rows = query(catalog, () => catalog.prepare<[string], DocumentRow>(page).all(after));
    for (const row of rows) yield toRecord(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.uri;
  }
}

/** Ids of the documents that have this URI or lie in this folder. */
export function documentIdsUnder(catalog: Catalog, uri: string): number[] {
  const folder = uri.endsWith('/') || uri.endsWith('\\') ? uri.slice(0, -1) : uri;
  return catalog
    .prepare<[string, string, string, string, string], number>(
      // '0' follows '/', and ']' follows '\', in the order of code points: the ranges hold exactly what starts with
      // them.
      'SELECT id FROM documents WHERE uri = ? OR (uri > ? AND uri < ?) OR (uri > ? AND uri < ?)',
    )
    .pluck()
    .all(uri, `${folder}/`, `${folder}0`, `${folder}\\`, `${folder}]`);
}

/** Writes a document as it is with this version. Call it inside a transaction. */
export function writeDocument(catalog: Catalog, document: DocumentRecord): void {
  catalog
    .prepare(
      `INSERT OR REPLACE INTO documents (id, uri, name, title, language, pages, sha256, bytes, modified_at, extractor, chunker,
         metadata, unread, version, chunks, ingested_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      document.id,
      document.uri,
      document.name,
      document.title ?? null,
      document.language ?? null,
      document.pages ?? null,
      document.sha256,
      document.bytes,
      document.modifiedAt ?? null,
      document.extractor,
      document.chunker,
      JSON.stringify(document.metadata),
      JSON.stringify(document.unread),
      document.version,
      document.chunks,
      document.ingestedAt,
    );
}
