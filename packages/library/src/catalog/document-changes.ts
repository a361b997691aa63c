import { readCounter, writeMeta } from './meta.ts';
import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** A place in the order of changes: a generation, and a document that changed with it. */
export interface ChangeMark {
  readonly generation: number;
  readonly document: number;
}

/** How many generations back changes are kept. Who has read nothing for longer reads everything anew. */
const keptGenerations = 1000;

/** The place behind all changes of a generation, before those of the next. */
export function endOf(generation: number): ChangeMark {
  return { generation: generation + 1, document: 0 };
}

/** Whether a place lies behind another. */
export function isBehind(mark: ChangeMark, other: ChangeMark): boolean {
  return mark.generation > other.generation || (mark.generation === other.generation && mark.document > other.document);
}

/**
 * The documents that have changed since a place in the order of changes, and of each its latest change: text, names,
 * labels, where its chunks stand, or that it was deleted. At most `limit` of them, by default all.
 */
export function changesSince(catalog: Catalog, mark: ChangeMark, limit = -1): ChangeMark[] {
  return statement<[number, number, number], ChangeMark>(
    catalog,
    `SELECT generation, document_id AS document FROM document_changes WHERE (generation, document_id) > (?, ?)
     ORDER BY generation, document_id LIMIT ?`,
  ).all(mark.generation, mark.document, limit);
}

/** Whether all changes since a place in their order are known. */
export function knowsChangesSince(catalog: Catalog, { generation }: ChangeMark): boolean {
  return generation > readCounter(catalog, 'changes_since') && generation <= readCounter(catalog, 'generation') + 1;
}

/** Forgets changes that are long ago. Call it inside a transaction. */
export function forgetOldChanges(catalog: Catalog): void {
  const last = readCounter(catalog, 'generation') - keptGenerations;
  if (last <= readCounter(catalog, 'changes_since')) return;
  statement(catalog, 'DELETE FROM document_changes WHERE generation <= ?').run(last);
  writeMeta(catalog, 'changes_since', String(last));
}
