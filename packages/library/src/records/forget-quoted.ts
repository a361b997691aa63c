import { listLeftSources } from '../catalog/left-sources.ts';
import type { Catalog } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';
import { withoutQuoted } from '../catalog/without-quoted.ts';

/** Takes out what records hold of documents, and tells of how many; call it inside a transaction. */
export function forgetQuoted(catalog: Catalog, sources: readonly string[]): number {
  const rows = statement<[string], number>(
    catalog,
    'SELECT DISTINCT record_id FROM record_quotes WHERE source IN (SELECT value FROM json_each(?))',
  )
    .pluck()
    .all(JSON.stringify(sources));
  for (const row of rows) {
    statement(catalog, `UPDATE records SET revision = revision + 1, content = ${withoutQuoted} WHERE row = ?`).run(row);
    statement(catalog, 'DELETE FROM record_quotes WHERE record_id = ?').run(row);
  }
  return rows.length;
}

/** The same for those of some documents that are not in the library any more, or for all such. */
export function forgetLeftQuoted(catalog: Catalog, among?: readonly string[]): void {
  const left = listLeftSources(catalog, 'record_quotes', among);
  if (left.length > 0) forgetQuoted(catalog, left);
}
