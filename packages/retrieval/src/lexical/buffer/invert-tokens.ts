import { byteWriter } from '../byte-writer.ts';
import type { Pacer } from '../pacer.ts';
import { blockPostings } from '../postings/bit-packing.ts';
import { type BlockOccurrences, encodeOccurrences } from '../postings/occurrences.ts';
import { type PostingsReader, postingsRoom } from '../postings/postings-cursor.ts';
import { visitTokens } from './token-log.ts';

/** The texts of a log. */
export interface LoggedTexts {
  readonly entries: Uint32Array;
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
}

/** Sorts the tokens of texts by their terms: counts them first, then puts each in its place. */
export async function invertTokens(
  { entries, starts, order, terms }: LoggedTexts,
  { occurrences: keepsOccurrences, pace }: { occurrences: boolean; pace: Pacer },
): Promise<InvertedTokens> {
  const ends = new Uint32Array(terms + 1);
  let rank = 0;
  async function visitAll(visit: (term: number, place: number) => void): Promise<void> {
    for (rank = 0; rank < order.length; rank++) {
      const text = order[rank] as number;
      visitTokens(entries, starts[text] as number, starts[text + 1] as number, visit);
      const turn = pace();
      if (turn !== undefined) await turn;
    }
  }
  await visitAll((term) => {
    ends[term + 1] = (ends[term + 1] as number) + 1;
  });
  for (let term = 0; term < terms; term++) ends[term + 1] = (ends[term + 1] as number) + (ends[term] as number);
  // What is now the beginning of each term moves on to its end as its tokens come.
  const tokens = ends[terms] as number;
  const positions = new Uint32Array(tokens);
  const places = keepsOccurrences ? new Uint32Array(tokens) : undefined;
  await visitAll((term, place) => {
    const at = ends[term] as number;
    ends[term] = at + 1;
    positions[at] = rank;
    if (places !== undefined) places[at] = place;
  });

  const room = postingsRoom();
  const encoded = byteWriter();
  const occurrenceStarts = new Int32Array(blockPostings + 1);
  const distinct = [0];
  const startOf = (term: number) => (term === 0 ? 0 : (ends[term - 1] as number));

  return {
    has: (term) => startOf(term) < (ends[term] as number),
    postings(term) {
      const end = ends[term] as number;
      let at = startOf(term);
      let block: BlockOccurrences | undefined;
      const reader = { ...room, count: 0, at: 0, nextBlock, occurrences };

      function nextBlock(): boolean {
        reader.count = 0;
        reader.at = 0;
        encoded.clear();
        block = undefined;
        for (; reader.count < blockPostings && at < end; reader.count++) {
          const first = at;
          const position = positions[at] as number;
          while (at < end && positions[at] === position) at++;
          room.positions[reader.count] = position;
          room.frequencies[reader.count] = at - first;
          if (places === undefined) continue;
          occurrenceStarts[reader.count] = encoded.length;
          encodeDistinct(places, first, at);
          occurrenceStarts[reader.count + 1] = encoded.length;
        }
        return reader.count > 0;
      }

      function occurrences(): BlockOccurrences | undefined {
        block ??= places && { bytes: encoded.bytes(), starts: occurrenceStarts };
        return block;
      }

      return reader;
    },
  };

  /** A term that counts several times stands in one place. */
  function encodeDistinct(list: Uint32Array, from: number, to: number): void {
    let count = 0;
    for (let i = from; i < to; i++) {
      const place = list[i] as number;
      if (count === 0 || place !== distinct[count - 1]) distinct[count++] = place;
    }
    encodeOccurrences(encoded, distinct, 0, count);
  }
}
