import type { Metadata, MetadataValue, Scope } from '@cubo/contracts';
import { documentIdsUnder } from '../catalog/documents.ts';
import type { Catalog } from '../catalog/open-catalog.ts';

/** Ids of the documents in a scope, or `undefined` for all. */
export function documentsInScope(catalog: Catalog, scope: Scope): Set<number> | undefined {
  let ids: Set<number> | undefined;
  if (scope.sources !== undefined) {
    ids = new Set(scope.sources.flatMap((source) => documentIdsUnder(catalog, source)));
  }
  const wanted = Object.entries(scope.metadata ?? {});
  if (wanted.length > 0) {
    const matching = new Set<number>();
    const rows = catalog.prepare<[], { id: number; metadata: string }>('SELECT id, metadata FROM documents');
    for (const row of rows.iterate()) {
      if (ids !== undefined && !ids.has(row.id)) continue;
      const metadata = JSON.parse(row.metadata) as Metadata;
      if (wanted.every(([key, value]) => fits(metadata[key], value))) matching.add(row.id);
    }
    ids = matching;
  }
  return ids;
}

function values(value: MetadataValue | undefined): readonly MetadataValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function fits(actual: MetadataValue | undefined, wanted: MetadataValue): boolean {
  const allowed = values(wanted);
  return values(actual).some((value) => allowed.includes(value));
}
