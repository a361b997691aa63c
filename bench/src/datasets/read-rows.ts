import { malformed } from './malformed.ts';
import { readLines } from './read-lines.ts';

/** A row of `corpus.jsonl` or `queries.jsonl`; other fields are ignored. */
export interface Row {
  readonly id: string;
  readonly text: string;
  readonly title?: string | undefined;
}

/**
 * The rows of a file of one JSON object `{"_id", "text", "title"?}` a line, one after the other.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` naming the first line that is none, or whose id was used before
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  const ids = new Set<string>();
  for await (const { number, text } of readLines(path)) {
    const row = parseRow(text);
    if (!row) throw malformed(path, number, 'a JSON object with the strings "_id", "text" and at most "title"');
    if (ids.has(row.id)) throw malformed(path, number, `a row of its own: the id "${row.id}" was used before`);
    ids.add(row.id);
    yield row;
  }
}

function parseRow(line: string): Row | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { _id: id, text, title } = value as Record<string, unknown>;
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') return undefined;
  if (title === undefined || title === null || title === '') return { id, text };
  return typeof title === 'string' ? { id, text, title } : undefined;
}
