import type { ForgottenQuotes } from '@cubo/contracts';
import { listLeftSources } from '../catalog/left-sources.ts';
import type { Catalog } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';
import { withoutQuoted } from '../catalog/without-quoted.ts';

/** Empties the parts that hold words of documents; that there was something stays. Call it inside a transaction. */
export function forgetQuotes(catalog: Catalog, sources: readonly string[]): ForgottenQuotes {
  const quoting = statement<[string], { id: number; conversation: string }>(
    catalog,
    `SELECT DISTINCT p.id, p.conversation_id AS conversation FROM conversation_quotes q
       JOIN conversation_parts p ON p.id = q.part_id WHERE q.source IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(sources));
  for (const { id } of quoting) {
    statement(
      catalog,
      `UPDATE conversation_parts SET text = NULL, bytes = NULL, content = ${withoutQuoted} WHERE id = ?`,
    ).run(id);
    statement(catalog, 'DELETE FROM conversation_quotes WHERE part_id = ?').run(id);
  }
  const conversations = [...new Set(quoting.map(({ conversation }) => conversation))].sort();
  return { parts: quoting.length, conversations };
}

/**
 * The same for those of some documents that are not in the library any more, or for all such. Call it inside a
 * transaction.
 */
export function forgetLeftQuotes(catalog: Catalog, among?: readonly string[]): void {
  const left = listLeftSources(catalog, 'conversation_quotes', among);
  if (left.length > 0) forgetQuotes(catalog, left);
}
