import type { ConversationMatch } from '@cubo/contracts';
import type { Catalog } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';

/** Words from this length on are in the index; shorter ones are looked for in the texts. */
const indexedLength = 3;

interface MatchRow {
  conversation: string;
  title: string | null;
  turn: number;
  kind: string;
  text: string;
  created_at: number;
}

/** Parts whose text has all words of a query, the latest first. */
export function searchConversations(catalog: Catalog, query: string, limit: number): ConversationMatch[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const indexed = words.filter((word) => [...word].length >= indexedLength);
  const short = words.filter((word) => !indexed.includes(word));
  const conditions = [
    'p.text IS NOT NULL',
    ...(indexed.length > 0
      ? ['p.id IN (SELECT rowid FROM conversation_texts WHERE conversation_texts MATCH @match)']
      : []),
    ...short.map((_, i) => `p.text LIKE @short${i} ESCAPE '\\'`),
  ];
  const values: Record<string, string | number> = {
    limit,
    ...(indexed.length > 0 && { match: indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ') }),
  };
  for (const [i, word] of short.entries()) values[`short${i}`] = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = statement<[Record<string, string | number>], MatchRow>(
    catalog,
    `SELECT c.id AS conversation, c.title, p.turn, p.kind, p.text, p.created_at
     FROM conversation_parts p JOIN conversations c ON c.id = p.conversation_id
     WHERE ${conditions.join(' AND ')} ORDER BY p.created_at DESC, p.id DESC LIMIT @limit`,
  ).all(values);
  return rows.map(({ conversation, title, turn, kind, text, created_at: createdAt }) => {
    return { conversation, title: title ?? undefined, turn, kind, text, createdAt };
  });
}
