import type { Metadata, MetadataValue, Scope } from '@cubo/contracts';
import { type DocumentRecord, documentIdsUnder, listDocuments } from '../catalog/documents.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';

/** The current versions of the documents in a scope, by document id; `undefined` for all. */
export function documentsInScope(catalog: Catalog, scope: Scope): Map<number, number> | undefined {
  const wanted = Object.entries(scope.metadata ?? {});
  if (scope.sources === undefined && wanted.length === 0) return undefined;
  const ids = scope.sources && new Set(scope.sources.flatMap((source) => documentIdsUnder(catalog, source)));
  const versions = new Map<number, number>();
  const rows = catalog.prepare<[], { id: number; version: number; metadata: string }>(
    'SELECT id, version, metadata FROM documents',
  );
  for (const row of rows.iterate()) {
    if (ids !== undefined && !ids.has(row.id)) continue;
    const metadata = wanted.length === 0 ? {} : (JSON.parse(row.metadata) as Metadata);
    if (wanted.every(([key, value]) => fits(metadata[key], value))) versions.set(row.id, row.version);
  }
  return versions;
}

/** The documents in a scope by URI, read from the disk as they are asked for; `open` is asked before each read. */
export function* listDocumentsInScope(open: () => Catalog, scope: Scope): Generator<DocumentRecord> {
  const catalog = open();
  const inScope = query(catalog, () => documentsInScope(catalog, scope));
  for (const document of listDocuments(open)) if (inScope?.has(document.id) ?? true) yield document;
}

function values(value: MetadataValue | undefined): readonly MetadataValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function fits(actual: MetadataValue | undefined, wanted: MetadataValue): boolean {
  const allowed = values(wanted);
  return values(actual).some((value) => allowed.includes(value));
}
