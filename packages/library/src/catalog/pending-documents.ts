import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** A version of a document of which the first chunks are durable and the rest is still to come. */
export interface PendingRecord {
  readonly uri: string;
  readonly id: number;
  readonly version: number;
  readonly title?: string | undefined;
  /** The language that its chunks were found to be in, as far as that is known. */
  readonly language?: string | undefined;
  readonly sha256: string;
  readonly extractor: string;
  readonly chunker: string;
  /** The job that is at it. */
  readonly job?: string | undefined;
  /** Chunks that are durable: the ordinals below. */
  readonly chunks: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

interface PendingRow {
  uri: string;
  document_id: number;
  version: number;
  title: string | null;
  language: string | null;
  sha256: string;
  extractor: string;
  chunker: string;
  job_id: string | null;
  chunks: number;
  updated_at: number;
}

/** All pending documents by URI. */
export function listPending(catalog: Catalog): PendingRecord[] {
  return statement<[], PendingRow>(catalog, 'SELECT * FROM pending_documents ORDER BY uri')
    .all()
    .map((row) => ({
      uri: row.uri,
      id: row.document_id,
      version: row.version,
      title: row.title ?? undefined,
      language: row.language ?? undefined,
      sha256: row.sha256,
      extractor: row.extractor,
      chunker: row.chunker,
      job: row.job_id ?? undefined,
      chunks: row.chunks,
      updatedAt: row.updated_at,
    }));
}

/** Writes how far a pending document is. Call it inside a transaction. */
export function writePending(catalog: Catalog, pending: PendingRecord): void {
  const { uri, id, version, title, language, sha256, extractor, chunker, job, chunks, updatedAt } = pending;
  statement(
    catalog,
    `INSERT OR REPLACE INTO pending_documents
         (uri, document_id, version, title, language, sha256, extractor, chunker, job_id, chunks, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[uri, id, version, title ?? null, language ?? null, sha256, extractor, chunker, job ?? null],
    ...[chunks, updatedAt],
  );
}

/** Forgets that a document is pending; its placements are the caller's to bury. Call it inside a transaction. */
export function deletePending(catalog: Catalog, id: number): void {
  statement(catalog, 'DELETE FROM pending_documents WHERE document_id = ?').run(id);
}
