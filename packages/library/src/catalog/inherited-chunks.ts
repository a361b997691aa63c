import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/**
 * New chunks whose indexed text is that of older ones, in the same order: the vector of chunk `first + i` is that of
 * chunk `from + i`.
 */
export interface InheritedRun {
  readonly first: number;
  readonly chunks: number;
  readonly from: number;
}

/** Writes a run. Call it inside a transaction. */
export function writeInherited(catalog: Catalog, { first, chunks, from }: InheritedRun): void {
  statement(catalog, 'INSERT OR REPLACE INTO inherited_chunks (first_chunk, chunks, from_chunk) VALUES (?, ?, ?)').run(
    first,
    chunks,
    from,
  );
}

/** All runs by ascending id. */
export function listInherited(catalog: Catalog): InheritedRun[] {
  return statement<[], InheritedRun>(
    catalog,
    'SELECT first_chunk AS first, chunks, from_chunk AS "from" FROM inherited_chunks ORDER BY first_chunk',
  ).all();
}

/** Forgets all runs but those of pending documents. Call it inside a transaction. */
export function forgetInherited(catalog: Catalog): void {
  statement(
    catalog,
    `DELETE FROM inherited_chunks WHERE NOT EXISTS (
         SELECT 1 FROM placements JOIN pending_documents p
           ON p.document_id = placements.document_id AND p.version = placements.document_version
         WHERE placements.first_chunk <= inherited_chunks.first_chunk
           AND placements.first_chunk + placements.chunks > inherited_chunks.first_chunk)`,
  ).run();
}
