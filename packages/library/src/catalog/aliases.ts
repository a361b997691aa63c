import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** Another name of a document: a file with the same bytes. */
export interface DocumentAlias {
  readonly uri: string;
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the epoch, as the source stated it. */
  readonly modifiedAt?: number | undefined;
}

/** Writes an alias of a document. Call it inside a transaction. */
export function writeAlias(catalog: Catalog, document: number, alias: DocumentAlias): void {
  // Not REPLACE: the trigger that notes changes would not see whom the name was taken from.
  statement(
    catalog,
    `INSERT INTO aliases (uri, document_id, name, bytes, modified_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (uri) DO UPDATE SET document_id = excluded.document_id, name = excluded.name,
         bytes = excluded.bytes, modified_at = excluded.modified_at`,
  ).run(alias.uri, document, alias.name, alias.bytes, alias.modifiedAt ?? null);
}

/** Gives a document another name in the place of its own. Its title stays: it is part of what is indexed. */
export function renameDocument(catalog: Catalog, document: number, name: DocumentAlias): void {
  statement(catalog, 'DELETE FROM aliases WHERE uri = ?').run(name.uri);
  statement(catalog, 'UPDATE documents SET uri = ?, name = ?, modified_at = ? WHERE id = ?').run(
    name.uri,
    name.name,
    name.modifiedAt ?? null,
    document,
  );
}

/**
 * Takes a name away from the document that has it. A document that has others goes on under the first of them; one that
 * has none is left without a name to hold it: its id is given, and it must be deleted or renamed. Call it inside a
 * transaction.
 */
export function releaseName(catalog: Catalog, uri: string): number | undefined {
  if (statement(catalog, 'DELETE FROM aliases WHERE uri = ?').run(uri).changes > 0) return undefined;
  const id = statement<[string], number>(catalog, 'SELECT id FROM documents WHERE uri = ?').pluck().get(uri);
  if (id === undefined) return undefined;
  const next = statement<[number], { uri: string; name: string; bytes: number; modified_at: number | null }>(
    catalog,
    'SELECT * FROM aliases WHERE document_id = ? ORDER BY uri LIMIT 1',
  ).get(id);
  if (next === undefined) return id;
  renameDocument(catalog, id, { ...next, modifiedAt: next.modified_at ?? undefined });
  return undefined;
}
