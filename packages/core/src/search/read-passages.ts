import type { Locator, StoredChunk, TextRange } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';

/** How many chunks before and behind one its passage may reach. */
const reach = 24;

/** A passage: text that is exactly its range of the document text, but for white space between chunks. */
export interface ReadPassage {
  readonly text: string;
  readonly locator: Locator;
}

/**
 * The wider passages of those chunks that have one, by id, put together from the neighbours that are stored with them.
 * White space that no chunk holds is filled with spaces, so that offsets stay exact.
 */
export async function readPassages(
  snapshot: LibrarySnapshot,
  chunks: Iterable<StoredChunk>,
): Promise<Map<number, ReadPassage>> {
  const wanted = [...chunks].filter(hasPassage);
  const ids = new Set<number>();
  for (const { id } of wanted) for (let near = id - reach; near <= id + reach; near++) if (near >= 0) ids.add(near);
  const near = wanted.length === 0 ? new Map<number, StoredChunk>() : await snapshot.read([...ids]);
  return new Map(
    wanted.map((chunk) => {
      const parts: StoredChunk[] = [];
      for (let id = chunk.id - reach; id <= chunk.id + reach; id++) {
        const other = near.get(id);
        if (other?.documentId === chunk.documentId) parts.push(other);
      }
      return [chunk.id, putTogether(chunk, parts)];
    }),
  );
}

function hasPassage(chunk: StoredChunk): chunk is StoredChunk & { passage: TextRange } {
  const { passage, locator } = chunk;
  return passage !== undefined && (passage.start < locator.start || passage.end > locator.end);
}

function putTogether(chunk: StoredChunk & { passage: TextRange }, parts: readonly StoredChunk[]): ReadPassage {
  const { passage, locator } = chunk;
  const text = Array.from<string>({ length: passage.end - passage.start }).fill(' ');
  let first: Locator = locator;
  let last: Locator = locator;
  for (const part of parts) {
    const from = Math.max(part.locator.start, passage.start);
    const to = Math.min(part.locator.end, passage.end);
    if (from >= to) continue;
    if (part.locator.start < first.start) first = part.locator;
    if (part.locator.end > last.end) last = part.locator;
    for (let at = from; at < to; at++) text[at - passage.start] = part.text[at - part.locator.start] as string;
  }
  return { text: text.join(''), locator: { ...spanning(locator, first, last), ...passage } };
}

/** The place of a passage: the lines or rows from its first chunk to its last; all else is the same. */
function spanning(locator: Locator, first: Locator, last: Locator): Locator {
  if (locator.kind === 'lines' && first.kind === 'lines' && last.kind === 'lines')
    return { ...locator, lines: [first.lines[0], last.lines[1]] };
  if (locator.kind === 'rows' && first.kind === 'rows' && last.kind === 'rows')
    return { ...locator, rows: [first.rows[0], last.rows[1]] };
  if (locator.kind === 'sheet' && first.kind === 'sheet' && last.kind === 'sheet')
    return { ...locator, rows: [first.rows[0], last.rows[1]] };
  if (locator.kind === 'page') {
    const { box: _, ...page } = locator;
    return page;
  }
  return locator;
}
