import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** Documents that something quotes, all of them or some, and that are not in the library any more. */
export function listLeftSources(
  catalog: Catalog,
  table: 'conversation_quotes' | 'record_quotes',
  among?: readonly string[],
): string[] {
  const sources = among === undefined ? `SELECT source FROM ${table}` : 'SELECT value FROM json_each(@among)';
  return statement<[Record<string, string>], string>(
    catalog,
    `SELECT * FROM (${sources} EXCEPT SELECT uri FROM documents) EXCEPT SELECT uri FROM aliases`,
  )
    .pluck()
    .all(among === undefined ? {} : { among: JSON.stringify(among) });
}
