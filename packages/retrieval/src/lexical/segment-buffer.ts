import { type ChunkSet, chunkSetFromIds, chunkSetFromRanges, chunkSetHas } from '@cubo/contracts';
import { detach } from '../detach.ts';
import type { LexicalSegment, PostingsCursor } from './lexical-segment.ts';

/** An inverted index in memory that grows. */
export interface SegmentBuffer {
  readonly documents: number;
  /** Memory it takes, estimated. */
  readonly bytes: number;
  has(id: number): boolean;
  /** Adds a chunk that it does not hold. */
  add(id: number, terms: readonly string[], language: string): void;
  /** What it holds now, as a segment; later additions do not show. */
  snapshot(): LexicalSegment;
}

// Position, frequency and the number of the term's next posting (0 for none), one triple per posting.
const fields = 3;
const bytesPerTerm = 150;
const bytesPerDocument = 60;

/** Creates an empty {@link SegmentBuffer}. */
export function segmentBuffer(): SegmentBuffer {
  const ids: number[] = [];
  const held = new Set<number>();
  const lengths: number[] = [];
  const languages: string[] = [];
  const languageIndexes: number[] = [];
  const terms = new Map<string, { first: number; last: number }>();
  // Postings are numbered from 1.
  let postings = new Int32Array(fields * 1024);
  let used = 1;
  let tokens = 0;
  let shown: LexicalSegment | undefined;

  /** Lone surrogates could not be written as UTF-8; no term of the index has any. */
  function entryOf(term: string): { first: number; last: number } {
    let entry = terms.get(term);
    if (entry === undefined) {
      entry = { first: used, last: 0 };
      terms.set(detach(term), entry);
    }
    return entry;
  }

  function append(entry: { last: number }, position: number): void {
    if ((used + 1) * fields > postings.length) {
      const larger = new Int32Array(postings.length * 2);
      larger.set(postings);
      postings = larger;
    }
    postings[used * fields] = position;
    postings[used * fields + 1] = 1;
    if (entry.last > 0) postings[entry.last * fields + 2] = used;
    entry.last = used++;
  }

  function takeSnapshot(): LexicalSegment {
    const documents = ids.length;
    const entries = postings;
    const counts = languages.map((language) => ({ language, documents: 0 }));
    for (const index of languageIndexes) (counts[index] as { documents: number }).documents++;
    const cursor = (first: number) => bufferPostings(entries, first, documents);
    return {
      ids: chunkSetFromIds(ids),
      documents,
      tokens,
      languages: counts,
      lengths,
      languageIndexes,
      idAt: (position) => ids[position] as number,
      positionsOf: (set) => positionsOf(ids, documents, set),
      find(term) {
        const entry = terms.get(term);
        return entry && { documents: undefined, cursor: () => cursor(entry.first) };
      },
      *terms() {
        const sorted = Array.from(terms, ([term, entry]) => [term, entry.first] as const);
        sorted.sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [term, first] of sorted) yield { term, postings: cursor(first) };
      },
    };
  }

  return {
    get documents() {
      return ids.length;
    },
    get bytes() {
      return used * fields * 4 + terms.size * bytesPerTerm + ids.length * bytesPerDocument;
    },
    has: (id) => held.has(id),
    add(id, found, language) {
      const position = ids.length;
      for (const word of found) {
        const entry = terms.get(word) ?? entryOf(word.toWellFormed());
        if (entry.last > 0 && postings[entry.last * fields] === position) {
          postings[entry.last * fields + 1] = (postings[entry.last * fields + 1] as number) + 1;
        } else {
          append(entry, position);
        }
      }
      let index = languages.indexOf(language);
      if (index < 0) index = languages.push(language) - 1;
      languageIndexes.push(index);
      lengths.push(found.length);
      tokens += found.length;
      ids.push(id);
      held.add(id);
    },
    snapshot() {
      if (shown?.documents !== ids.length) shown = takeSnapshot();
      return shown;
    },
  };
}

function positionsOf(ids: readonly number[], documents: number, set: ChunkSet): ChunkSet {
  const ranges: [number, number][] = [];
  for (let position = 0; position < documents; position++) {
    if (!chunkSetHas(set, ids[position] as number)) continue;
    const last = ranges[ranges.length - 1];
    if (last?.[1] === position) last[1]++;
    else ranges.push([position, position + 1]);
  }
  return chunkSetFromRanges(ranges);
}

function bufferPostings(entries: Int32Array, first: number, documents: number): PostingsCursor {
  let following = first;
  let current = 0;
  return {
    get position() {
      return entries[current * fields] as number;
    },
    get frequency() {
      return entries[current * fields + 1] as number;
    },
    next() {
      if (following === 0 || following * fields >= entries.length) return false;
      if ((entries[following * fields] as number) >= documents) return false;
      current = following;
      following = entries[current * fields + 2] as number;
      return true;
    },
  };
}
