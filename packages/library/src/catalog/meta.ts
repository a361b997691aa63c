import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** Reads a value of the `meta` table. */
export function readMeta(catalog: Catalog, key: string): string | undefined {
  return statement<[string], string>(catalog, 'SELECT value FROM meta WHERE key = ?').pluck().get(key);
}

/** Writes a value of the `meta` table; `undefined` removes it. Call it inside a transaction. */
export function writeMeta(catalog: Catalog, key: string, value: string | undefined): void {
  if (value === undefined) statement(catalog, 'DELETE FROM meta WHERE key = ?').run(key);
  else statement(catalog, 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value);
}

/** Reads a counter; 0 before it was first written. */
export function readCounter(catalog: Catalog, key: string): number {
  return Number(readMeta(catalog, key) ?? 0);
}

/** Says that the set of live chunks has changed, so that every reader takes a new snapshot. */
export function nextGeneration(catalog: Catalog): void {
  writeMeta(catalog, 'generation', String(readCounter(catalog, 'generation') + 1));
}
