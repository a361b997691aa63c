import type { PhraseWord } from '@cubo/contracts';
import type { LexicalSegment, TermPostings } from '../lexical-segment.ts';
import type { Pacer } from '../pacer.ts';
import type { PostingsList } from '../postings/memory-postings.ts';
import { decodeOccurrences } from '../postings/occurrences.ts';
import type { PostingsCursor } from '../postings/postings-cursor.ts';

interface PhraseCursors {
  /** Position of the word within the phrase. */
  readonly offset: number;
  /** The postings of its variants. */
  readonly cursors: readonly PostingsCursor[];
}

/** The chunks of a segment in which words follow each other as in a phrase, and how often they do. */
export async function phrasePostings(
  segment: LexicalSegment,
  phrase: readonly PhraseWord[],
  pace: Pacer,
): Promise<PostingsList> {
  const positions: number[] = [];
  const frequencies: number[] = [];
  const found = phrase.map(({ variants, position }) => {
    const postings = variants.flatMap((variant) => segment.find(variant) ?? []);
    return { offset: position, postings, documents: documentsOf(postings) };
  });
  // The rarest word comes first: the others are only looked up where it stands.
  const words: PhraseCursors[] = found
    .sort((a, b) => a.documents - b.documents)
    .map(({ offset, postings }) => ({ offset, cursors: postings.map((one) => one.cursor()) }));
  const isMissing = words.length === 0 || words.some(({ cursors }) => cursors.length === 0);
  for (let from = 0; !isMissing; ) {
    const common = nextCommon(words, from);
    if (common === undefined) break;
    const { position } = common;
    from = position;
    const turn = pace();
    if (turn !== undefined) await turn;
    if (!common.isFound) continue;
    const frequency = words.length === 1 ? frequencyAt(words[0] as PhraseCursors, position) : countAt(words, position);
    if (frequency > 0) {
      positions.push(position);
      frequencies.push(frequency);
    }
    from = position + 1;
  }
  return { positions, frequencies };
}

function documentsOf(postings: readonly TermPostings[]): number {
  return postings.reduce((sum, { documents }) => sum + documents, 0);
}

/** Steps between two looks at the clock. */
const stepsAtOnce = 2048;

/** The first position from one on at which all words stand, or where the search for it has come to for now. */
function nextCommon(words: readonly PhraseCursors[], from: number): { position: number; isFound: boolean } | undefined {
  let position = from;
  for (let agreeing = 0, steps = 0; agreeing < words.length; steps++) {
    if (steps === stepsAtOnce) return { position, isFound: false };
    const next = seekAny((words[agreeing] as PhraseCursors).cursors, position);
    if (next === undefined) return undefined;
    if (next > position) {
      agreeing = agreeing === 0 ? 1 : 0;
      position = next;
    } else {
      agreeing++;
    }
  }
  return { position, isFound: true };
}

function seekAny(cursors: readonly PostingsCursor[], position: number): number | undefined {
  let least: number | undefined;
  for (const cursor of cursors) {
    if (!cursor.seek(position)) continue;
    const found = cursor.positions[cursor.at] as number;
    if (least === undefined || found < least) least = found;
  }
  return least;
}

const isAt = (cursor: PostingsCursor, position: number): boolean =>
  cursor.seek(position) && cursor.positions[cursor.at] === position;

function frequencyAt({ cursors }: PhraseCursors, position: number): number {
  let sum = 0;
  for (const cursor of cursors) if (isAt(cursor, position)) sum += cursor.frequencies[cursor.at] as number;
  return sum;
}

/** How often the phrase stands in a chunk that has all its words. */
function countAt(words: readonly PhraseCursors[], position: number): number {
  let begins: Set<number> | undefined;
  for (const { offset, cursors } of words) {
    const kept = new Set<number>();
    for (const place of placesAt(cursors, position)) {
      const begin = place - offset;
      if (begins === undefined || begins.has(begin)) kept.add(begin);
    }
    if (kept.size === 0) return 0;
    begins = kept;
  }
  return begins?.size ?? 0;
}

function placesAt(cursors: readonly PostingsCursor[], position: number): number[] {
  const places: number[] = [];
  let count = 0;
  for (const cursor of cursors) {
    const block = isAt(cursor, position) ? cursor.occurrences() : undefined;
    if (block === undefined) continue;
    const start = block.starts[cursor.at] as number;
    count = decodeOccurrences(block.bytes, start, block.starts[cursor.at + 1] as number, places, count);
  }
  return places;
}
