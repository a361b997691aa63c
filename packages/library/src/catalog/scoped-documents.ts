import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** What a scope asks of a document. */
export interface ScopedDocument {
  readonly id: number;
  readonly version: number;
  /** What it is labelled with, as JSON. */
  readonly metadata: string;
}

/** Documents that are read at a time. */
const pageLength = 500;

/** All documents, so many at a time. */
export function* allScoped(catalog: Catalog): Generator<ScopedDocument[]> {
  const page = `SELECT id, version, metadata FROM documents WHERE id > ? ORDER BY id LIMIT ${pageLength}`;
  for (let after = -1; ; ) {
    const rows = statement<[number], ScopedDocument>(catalog, page).all(after);
    yield rows;
    if (rows.length < pageLength) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The documents that have this URI or lie in this folder, by any of their names, so many at a time. */
export function* scopedUnder(catalog: Catalog, uri: string): Generator<ScopedDocument[]> {
  const pages = [
    `SELECT id, version, metadata, uri FROM documents WHERE uri >= ? AND uri < ? ORDER BY uri LIMIT ${pageLength}`,
    `SELECT documents.id, version, metadata, aliases.uri FROM aliases CROSS JOIN documents ON documents.id = document_id
       WHERE aliases.uri >= ? AND aliases.uri < ? ORDER BY aliases.uri LIMIT ${pageLength}`,
  ];
  for (const page of pages) {
    for (const [from, to] of namesUnder(uri)) {
      for (let next = from; ; ) {
        const rows = statement<[string, string], ScopedDocument & { uri: string }>(catalog, page).all(next, to);
        yield rows;
        if (rows.length < pageLength) break;
        next = `${rows.at(-1)?.uri}\0`;
      }
    }
  }
}

/** The ids of the documents that have one of these URIs or lie in one of these folders, by any of their names, by URI. */
export function idsUnder(catalog: Catalog, sources: readonly string[]): number[] {
  const ids = new Set<number>();
  for (const source of sources) for (const rows of scopedUnder(catalog, source)) for (const { id } of rows) ids.add(id);
  return statement<[string], number>(
    catalog,
    'SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?)) ORDER BY uri',
  )
    .pluck()
    .all(JSON.stringify([...ids]));
}

/** Whether a document, also one that is not complete, has this URI or lies in this folder, by any of its names. */
export function hasNameUnder(catalog: Catalog, uri: string): boolean {
  const found = statement<{ from: string; to: string }[], number>(
    catalog,
    `SELECT EXISTS (SELECT 1 FROM documents WHERE uri >= @from AND uri < @to)
       OR EXISTS (SELECT 1 FROM aliases WHERE uri >= @from AND uri < @to)
       OR EXISTS (SELECT 1 FROM pending_documents WHERE uri >= @from AND uri < @to)`,
  ).pluck();
  return namesUnder(uri).some(([from, to]) => found.get({ from, to }) === 1);
}

/** What a scope asks of one document, and all its names. */
export function scopedById(
  catalog: Catalog,
  id: number,
): (ScopedDocument & { readonly names: readonly string[] }) | undefined {
  const row = statement<[number], ScopedDocument & { uri: string }>(
    catalog,
    'SELECT id, version, metadata, uri FROM documents WHERE id = ?',
  ).get(id);
  if (row === undefined) return undefined;
  const aliases = statement<[number], string>(catalog, 'SELECT uri FROM aliases WHERE document_id = ?').pluck().all(id);
  return { ...row, names: [row.uri, ...aliases] };
}

/** Ranges of URIs, the end excluded: this one, and all in the folder of this name. */
function namesUnder(uri: string): [from: string, to: string][] {
  const folder = uri.endsWith('/') || uri.endsWith('\\') ? uri.slice(0, -1) : uri;
  // '0' follows '/', and ']' follows '\', in the order of code points: the ranges hold exactly what starts with them.
  return [
    [uri, `${uri}\0`],
    [`${folder}/`, `${folder}0`],
    [`${folder}\\`, `${folder}]`],
  ];
}
