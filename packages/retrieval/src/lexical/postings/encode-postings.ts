import { type ByteWriter, byteWriter } from '../byte-writer.ts';
import { bitWidth, blockPostings, packBits } from './bit-packing.ts';
import { emptyImpacts, findImpacts } from './impacts.ts';

/** Postings of a term: the first `count` entries of both lists, by ascending position. */
export interface TermEntries {
  readonly positions: ArrayLike<number>;
  readonly frequencies: ArrayLike<number>;
  readonly count: number;
}

/** Writes the postings of one term after the other. */
export type PostingsEncoder = (entries: TermEntries, output: ByteWriter) => void;

/** Makes an encoder for terms of chunks with these lengths, by position; see `segment-format.ts`. */
export function postingsEncoder(lengths: ArrayLike<number>): PostingsEncoder {
  const directory = byteWriter();
  const blocks = byteWriter();
  const gaps = new Uint32Array(blockPostings);
  const repetitions = new Uint32Array(blockPostings);
  const impacts = emptyImpacts();

  function block({ positions, frequencies }: TermEntries, from: number, last: number): void {
    let expected = last + 1;
    for (let i = 0; i < blockPostings; i++) {
      const position = positions[from + i] as number;
      gaps[i] = position - expected;
      repetitions[i] = (frequencies[from + i] as number) - 1;
      expected = position + 1;
    }
    const widths = [bitWidth(gaps), bitWidth(repetitions)] as const;
    blocks.raw(packBits(gaps, widths[0]));
    blocks.raw(packBits(repetitions, widths[1]));
    directory.varint(widths[0]);
    directory.varint(widths[1]);
    directory.varint(expected - 1 - last - blockPostings);
    findImpacts({ positions, frequencies }, from, from + blockPostings, lengths, impacts);
    directory.varint(impacts.count);
    for (let i = 0, frequency = 0, length = 0; i < impacts.count; i++) {
      directory.varint((impacts.frequencies[i] as number) - frequency);
      directory.varint((impacts.lengths[i] as number) - length);
      frequency = impacts.frequencies[i] as number;
      length = impacts.lengths[i] as number;
    }
  }

  return (entries, output) => {
    const { positions, frequencies, count } = entries;
    const tail = count - (count % blockPostings);
    let last = -1;
    if (tail > 0) {
      directory.clear();
      blocks.clear();
      for (let from = 0; from < tail; from += blockPostings) {
        block(entries, from, last);
        last = positions[from + blockPostings - 1] as number;
      }
      output.varint(directory.length);
      output.raw(directory.bytes());
      output.raw(blocks.bytes());
    }
    for (let i = tail; i < count; i++) {
      const position = positions[i] as number;
      const frequency = frequencies[i] as number;
      output.varint((position - last - 1) * 2 + (frequency === 1 ? 1 : 0));
      if (frequency !== 1) output.varint(frequency);
      last = position;
    }
  };
}
