import type { CharacterRange } from '../metrics/index.ts';
import { malformed } from './malformed.ts';
import { readLines } from './read-lines.ts';

/** The passages of one document that answer a query. */
export interface Reference {
  /** Id of the document. */
  readonly document: string;
  /** Characters (UTF-16 code units) of its text. */
  readonly spans: readonly CharacterRange[];
}

/** A row of `corpus.jsonl` or `queries.jsonl`; other fields are ignored. */
export interface Row {
  readonly id: string;
  readonly text: string;
  readonly title?: string | undefined;
  /** Of a query: what kind it is, as its set names kinds: `Null` for one that has no answer. */
  readonly type?: string | undefined;
  /** Of a query: what answers it, where its set says so to the character. */
  readonly reference?: Reference | undefined;
}

const expected =
  'a JSON object with the strings "_id", "text" and at most "title", and "spans" of one document, if any';

/**
 * The rows of a file of one JSON object `{"_id", "text", "title"?, "spans"?}` a line, one after the other.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` naming the first line that is none, or whose id was used before
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  const ids = new Set<string>();
  for await (const { number, text } of readLines(path)) {
    const row = parseRow(text);
    if (!row) throw malformed(path, number, expected);
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
  const { _id: id, text, title, type, spans } = value as Record<string, unknown>;
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') return undefined;
  const isUntitled = title === undefined || title === null || title === '';
  if (!isUntitled && typeof title !== 'string') return undefined;
  const reference = spans === undefined ? undefined : parseReference(spans);
  if (spans !== undefined && reference === undefined) return undefined;
  return {
    id,
    text,
    ...(!isUntitled && { title }),
    ...(typeof type === 'string' && { type }),
    ...(reference && { reference }),
  };
}

/** Reads `[[document, start, end], …]`. */
function parseReference(value: unknown): Reference | undefined {
  if (!Array.isArray(value)) return undefined;
  const spans: CharacterRange[] = [];
  const documents = new Set<string>();
  for (const span of value) {
    if (!Array.isArray(span) || span.length !== 3) return undefined;
    const [document, start, end] = span as unknown[];
    if (typeof document !== 'string' || !isOffset(start) || !isOffset(end) || end <= start) return undefined;
    documents.add(document);
    spans.push({ start, end });
  }
  const [document, ...more] = documents;
  return document === undefined || more.length > 0 ? undefined : { document, spans };
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
