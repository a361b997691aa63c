import { type ChunkSet, chunkSetFromIds, chunkSetFromRanges, chunkSetHas } from '@cubo/contracts';
import type { NumberedTerms } from '../analysis/numbered-terms.ts';
import { detach } from '../detach.ts';
import type { LexicalSegment } from './lexical-segment.ts';
import { bufferPostings, postingFields as fields } from './postings/buffer-postings.ts';
import { type PostingsRoom, postingsRoom } from './postings/postings-cursor.ts';

/** An inverted index in memory that grows. */
export interface SegmentBuffer {
  readonly documents: number;
  /** Memory it takes, estimated. */
  readonly bytes: number;
  has(id: number): boolean;
  /** Adds a chunk that it does not hold. */
  add(id: number, terms: readonly string[] | NumberedTerms, language: string): void;
  /** What it holds now, as a segment; later additions do not show. */
  snapshot(): LexicalSegment;
}

// The first and the last posting of a term, and the position of the last.
const termFields = 3;
const bytesPerTerm = 150;
const bytesPerDocument = 60;

/** Creates an empty {@link SegmentBuffer}. */
export function segmentBuffer(): SegmentBuffer {
  const ids: number[] = [];
  const held = new Set<number>();
  const lengths: number[] = [];
  const languages: string[] = [];
  const languageIndexes: number[] = [];
  /** The number of each term, from 1. */
  const terms = new Map<string, number>();
  let places = new Int32Array(termFields * 1024);
  /** The numbers here of the terms that the analysis has numbers for, 0 where that is not known yet. */
  let known = new Int32Array(1024);
  let epoch: object | undefined;
  // Postings are numbered from 1.
  let postings = new Int32Array(fields * 1024);
  let used = 1;
  let tokens = 0;
  let shown: LexicalSegment | undefined;

  function addTerm(term: string): number {
    const number = terms.size + 1;
    if ((number + 1) * termFields > places.length) places = enlarged(places, places.length * 2);
    terms.set(detach(term), number);
    return number;
  }

  /** Lone surrogates could not be written as UTF-8; no term of the index has any. */
  function numberOf(word: string): number {
    const number = terms.get(word);
    if (number !== undefined) return number;
    const term = word.toWellFormed();
    return terms.get(term) ?? addTerm(term);
  }

  function count(number: number, position: number): void {
    const place = number * termFields;
    const last = places[place + 1] as number;
    if (last > 0 && places[place + 2] === position) {
      const frequency = last * fields + 1;
      postings[frequency] = (postings[frequency] as number) + 1;
      return;
    }
    if ((used + 1) * fields > postings.length) postings = enlarged(postings, postings.length * 2);
    postings[used * fields] = position;
    postings[used * fields + 1] = 1;
    if (last > 0) postings[last * fields + 2] = used;
    else places[place] = used;
    places[place + 1] = used++;
    places[place + 2] = position;
  }

  function countNumbered({ epoch: current, numbers, count: length, term }: NumberedTerms, position: number): void {
    if (epoch !== current) {
      epoch = current;
      known.fill(0);
    }
    for (let i = 0; i < length; i++) {
      const theirs = numbers[i] as number;
      if (theirs >= known.length) known = enlarged(known, 2 * theirs);
      let number = known[theirs] as number;
      if (number === 0) {
        number = numberOf(term(theirs));
        known[theirs] = number;
      }
      count(number, position);
    }
  }

  function takeSnapshot(): LexicalSegment {
    const documents = ids.length;
    const entries = postings;
    const counts = languages.map((language) => ({ language, documents: 0 }));
    for (const index of languageIndexes) (counts[index] as { documents: number }).documents++;
    const cursor = (first: number, room?: PostingsRoom) => bufferPostings(entries, first, documents, room);
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
        const number = terms.get(term);
        if (number === undefined) return undefined;
        const first = places[number * termFields] as number;
        return { documents: undefined, cursor: () => cursor(first) };
      },
      *terms() {
        // Strings are sorted by their code units unless another order is given.
        const room = postingsRoom();
        for (const term of Array.from(terms.keys()).sort()) {
          const first = places[(terms.get(term) as number) * termFields] as number;
          yield { term, postings: cursor(first, room) };
        }
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
      const length = 'epoch' in found ? found.count : found.length;
      if ('epoch' in found) countNumbered(found, position);
      else for (const word of found) count(numberOf(word), position);
      let index = languages.indexOf(language);
      if (index < 0) index = languages.push(language) - 1;
      languageIndexes.push(index);
      lengths.push(length);
      tokens += length;
      ids.push(id);
      held.add(id);
    },
    snapshot() {
      if (shown?.documents !== ids.length) shown = takeSnapshot();
      return shown;
    },
  };
}

function enlarged(list: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(list);
  return larger;
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
