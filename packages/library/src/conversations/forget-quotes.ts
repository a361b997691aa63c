import type { ForgottenQuotes } from '@cubo/contracts';
import type { Catalog } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';

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
      `UPDATE conversation_parts SET content = json_object('erased', json('true')), text = NULL, bytes = NULL WHERE id = ?`,
    ).run(id);
    statement(catalog, 'DELETE FROM conversation_quotes WHERE part_id = ?').run(id);
  }
  const conversations = [...new Set(quoting.map(({ conversation }) => conversation))].sort();
  for (const id of conversations) {
    statement(catalog, 'UPDATE conversations SET revision = revision + 1 WHERE id = ?').run(id);
  }
  return { parts: quoting.length, conversations };
}
