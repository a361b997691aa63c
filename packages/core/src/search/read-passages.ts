import type { Locator, PassageExpansion, SectionKind, StoredChunk, TextRange } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { passageRange, passageReach } from './passage-range.ts';

/** A passage: text that is exactly its range of the document text, but for white space between chunks. */
export interface ReadPassage {
  readonly text: string;
  readonly locator: Locator;
}

/**
 * The wider passages of those chunks that have one, by id, put together from the neighbours that are stored with them.
 * White space that no chunk holds is filled in, so that offsets stay exact. Each is put together when it is asked for: of
 * many hits only some are kept.
 */
export async function readPassages(
  snapshot: LibrarySnapshot,
  chunks: readonly StoredChunk[],
  expand: PassageExpansion,
): Promise<Map<number, () => ReadPassage>> {
  const wanted = expand === 'none' ? chunks.filter(({ passage }) => passage !== undefined) : chunks;
  const ids = new Set<number>();
  for (const { id, passage } of wanted) {
    const reach = expand === 'neighbours' && passage === undefined ? 1 : passageReach;
    for (let near = Math.max(0, id - reach); near <= id + reach; near++) ids.add(near);
  }
  const near = ids.size === 0 ? new Map<number, StoredChunk>() : await snapshot.read([...ids]);
  return new Map(
    wanted.flatMap((chunk) => {
      const passage = passageRange(chunk, near, expand);
      return passage === undefined ? [] : [[chunk.id, () => putTogether(chunk, passage, near)]];
    }),
  );
}

function putTogether(
  { id, documentId, kind, locator }: StoredChunk,
  passage: TextRange,
  near: ReadonlyMap<number, StoredChunk>,
): ReadPassage {
  const parts: StoredChunk[] = [];
  for (let at = id - passageReach; at <= id + passageReach; at++) {
    const other = near.get(at);
    if (other?.documentId === documentId) parts.push(other);
  }
  const text = Array.from<string | undefined>({ length: passage.end - passage.start });
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
  fillGaps(text, kind);
  return { text: text.join(''), locator: { ...spanning(locator, first, last), ...passage } };
}

/**
 * What stands between two chunks is white space, and not stored. One character of it is a space, or the line break
 * between two rows or lines of code; more of it divides paragraphs.
 */
function fillGaps(text: (string | undefined)[], kind: SectionKind): void {
  const single = kind === 'table' || kind === 'code' ? '\n' : ' ';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== undefined) continue;
    const isSingle = text[at - 1] !== '\n' && (at + 1 === text.length || text[at + 1] !== undefined);
    text[at] = isSingle ? single : '\n';
  }
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
