import { separateBuffer } from '@cubo/library';
import { byteWriter } from '../byte-writer.ts';
import type { Pacer } from '../pacer.ts';
import { blockPostings } from '../postings/bit-packing.ts';
import { type BlockOccurrences, encodeOccurrences } from '../postings/occurrences.ts';
import { type PostingsReader, postingsRoom } from '../postings/postings-cursor.ts';
import { distanceBits, longDistance } from './token-log.ts';

/** The texts of a log. */
export interface LoggedTexts {
  readonly entries: Uint32Array<ArrayBuffer>;
  /** Where the entries of each text begin, in the order in which texts came; one more for the end of the last. */
  readonly starts: ArrayLike<number>;
  /** The texts by ascending position of their chunk. */
  readonly order: ArrayLike<number>;
  /** Numbers of terms are below this. */
  readonly terms: number;
}

/** The postings of a log, by term. */
export interface InvertedTokens {
  has(term: number): boolean;
  /** The postings of a term; there until those of the next one are asked for. */
  postings(term: number): PostingsReader;
  /** Gives up what it holds: nothing may be asked of it any more. */
  release(): void;
}

/** Sorts the tokens of texts by their terms: counts them first, then puts each in its place. */
export async function invertTokens(
  { entries, starts, order, terms }: LoggedTexts,
  { occurrences: keepsOccurrences, pace }: { occurrences: boolean; pace: Pacer },
): Promise<InvertedTokens> {
  const ends = new Uint32Array(terms + 1);
  async function eachText(visit: (from: number, to: number, rank: number) => void): Promise<void> {
    for (let rank = 0; rank < order.length; rank++) {
      const text = order[rank] as number;
      visit(starts[text] as number, starts[text + 1] as number, rank);
      const turn = pace();
      if (turn !== undefined) await turn;
    }
  }
  await eachText((from, to) => countTokens(entries, from, to, ends));
  for (let term = 0; term < terms; term++) ends[term + 1] = (ends[term + 1] as number) + (ends[term] as number);
  // What is now the beginning of each term moves on to its end as its tokens come. A token is its position, with its
  // place behind it.
  const width = keepsOccurrences ? 2 : 1;
  const tokens = new Uint32Array(separateBuffer(4 * width * (ends[terms] as number)));
  await eachText((from, to, rank) => placeTokens(entries, from, to, { rank, ends, tokens, width }));

  const encoded = byteWriter();
  const occurrenceStarts = new Int32Array(blockPostings + 1);
  const distinct = [0];
  const startOf = (term: number) => (term === 0 ? 0 : (ends[term - 1] as number));
  const reader = { ...postingsRoom(), count: 0, at: 0, nextBlock, occurrences };
  let next = 0;
  let end = 0;
  let block: BlockOccurrences | undefined;

  function nextBlock(): boolean {
    reader.count = 0;
    reader.at = 0;
    encoded.clear();
    block = undefined;
    for (; reader.count < blockPostings && next < end; reader.count++) {
      const first = next;
      const position = tokens[width * next] as number;
      do next++;
      while (next < end && tokens[width * next] === position);
      reader.positions[reader.count] = position;
      reader.frequencies[reader.count] = next - first;
      if (!keepsOccurrences) continue;
      encodeDistinct(first, next);
      occurrenceStarts[reader.count + 1] = encoded.length;
    }
    return reader.count > 0;
  }

  /** A term that counts several times stands in one place. */
  function encodeDistinct(from: number, to: number): void {
    let count = 0;
    for (let i = from; i < to; i++) {
      const place = tokens[2 * i + 1] as number;
      if (count === 0 || place !== distinct[count - 1]) distinct[count++] = place;
    }
    encodeOccurrences(encoded, distinct, 0, count);
  }

  function occurrences(): BlockOccurrences | undefined {
    if (keepsOccurrences) block ??= { bytes: encoded.bytes(), starts: occurrenceStarts };
    return block;
  }

  return {
    has: (term) => startOf(term) < (ends[term] as number),
    postings(term) {
      next = startOf(term);
      end = ends[term] as number;
      reader.count = 0;
      reader.at = 0;
      return reader;
    },
    // Otherwise it would lie about until the collector comes, and the next one beside it.
    release: () => void tokens.buffer.transfer(0),
  };
}

/** Counts the tokens of a text; `counts` has an entry before the first term. */
function countTokens(entries: Uint32Array, from: number, to: number, counts: Uint32Array): void {
  for (let at = from; at < to; at++) {
    const entry = entries[at] as number;
    const term = entry >>> distanceBits;
    counts[term + 1] = (counts[term + 1] as number) + 1;
    if ((entry & longDistance) === longDistance) at++;
  }
}

interface Placing {
  readonly rank: number;
  readonly ends: Uint32Array;
  readonly tokens: Uint32Array;
  readonly width: number;
}

function placeTokens(entries: Uint32Array, from: number, to: number, { rank, ends, tokens, width }: Placing): void {
  let place = 0;
  for (let at = from; at < to; at++) {
    const entry = entries[at] as number;
    const term = entry >>> distanceBits;
    const distance = entry & longDistance;
    place += distance < longDistance ? distance : (entries[++at] as number);
    const end = ends[term] as number;
    ends[term] = end + 1;
    tokens[width * end] = rank;
    if (width === 2) tokens[2 * end + 1] = place;
  }
}
