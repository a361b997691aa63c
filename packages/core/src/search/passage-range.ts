import type { Locator, PassageExpansion, StoredChunk, TextRange } from '@cubo/contracts';

/** How many chunks before and behind one its passage may reach. */
export const passageReach = 24;

/** White space that a chunker leaves out between two chunks of a section; what is longer may have been text. */
const widestGap = 4;

/**
 * The range of the passage around a chunk: the one that its chunker gave it, and with an expansion as many of its
 * neighbours in the same section as that says. `undefined` where that is no more than the chunk.
 *
 * @param near the chunks around it that are stored, by id
 */
export function passageRange(
  chunk: StoredChunk,
  near: ReadonlyMap<number, StoredChunk>,
  expand: PassageExpansion,
): TextRange | undefined {
  const steps = { none: 0, neighbours: 1, section: passageReach }[expand];
  let first = chunk;
  let last = chunk;
  for (let step = 1; step <= steps; step++) {
    const before = near.get(chunk.id - step);
    if (before === undefined || !goesOn(before, first)) break;
    first = before;
  }
  for (let step = 1; step <= steps; step++) {
    const behind = near.get(chunk.id + step);
    if (behind === undefined || !goesOn(last, behind)) break;
    last = behind;
  }
  const { locator, passage = locator } = chunk;
  const start = Math.min(passage.start, first.locator.start);
  const end = Math.max(passage.end, last.locator.end);
  return start < locator.start || end > locator.end ? { start, end } : undefined;
}

/** Whether a chunk goes on in another: the next of its document, in the same section, with white space between at most. */
function goesOn(chunk: StoredChunk, next: StoredChunk): boolean {
  return (
    chunk.documentId === next.documentId &&
    chunk.ordinal + 1 === next.ordinal &&
    chunk.kind === next.kind &&
    isSame(chunk.heading, next.heading) &&
    isSamePlace(chunk.locator, next.locator) &&
    next.locator.start - chunk.locator.end <= widestGap
  );
}

function isSamePlace(a: Locator, b: Locator): boolean {
  if (!isSame(a.member, b.member)) return false;
  if (a.kind === 'page') return b.kind === 'page' && a.page === b.page;
  if (a.kind === 'slide') return b.kind === 'slide' && a.slide === b.slide;
  if (a.kind === 'sheet') return b.kind === 'sheet' && a.sheet === b.sheet;
  if (a.kind === 'heading') return b.kind === 'heading' && isSame(a.path, b.path);
  return a.kind === b.kind;
}

function isSame(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
