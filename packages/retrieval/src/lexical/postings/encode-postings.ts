import { type ByteWriter, byteWriter } from '../byte-writer.ts';
import { bitWidth, blockPostings, packBits } from './bit-packing.ts';
import { emptyImpacts, findImpacts } from './impacts.ts';
import type { EncodedOccurrences } from './occurrences.ts';

/** Takes the postings of one term after the other. */
export interface PostingsEncoder {
  /** Adds a posting to the present term; positions ascend. All postings have occurrences, or none has. */
  add(position: number, frequency: number, occurrences?: EncodedOccurrences): void;
  /** Ends the term: writes its postings, and gives how many there were. */
  finish(output: ByteWriter): number;
}

/**
 * Makes an encoder for terms of chunks with these lengths, by position; see `segment-format.ts`. Postings are kept as
 * they are written: a byte or two for each of a frequent term. Occurrences go to a writer of their own.
 */
export function postingsEncoder(lengths: ArrayLike<number>, occurrences: ByteWriter | undefined): PostingsEncoder {
  const directory = byteWriter();
  const blocks = byteWriter();
  const positions = new Uint32Array(blockPostings);
  const frequencies = new Uint32Array(blockPostings);
  const values = new Uint32Array(blockPostings);
  const impacts = emptyImpacts();
  let count = 0;
  /** Of them in no block yet: the first so many entries above. */
  let pending = 0;
  /** The last position of the last block. */
  let last = -1;
  /** Where the occurrences of the block begin. */
  let blockStart = 0;

  function completeBlock(): void {
    let expected = last + 1;
    for (let i = 0; i < blockPostings; i++) {
      values[i] = (positions[i] as number) - expected;
      expected = (positions[i] as number) + 1;
    }
    const gapWidth = bitWidth(values);
    blocks.raw(packBits(values, gapWidth));
    for (let i = 0; i < blockPostings; i++) values[i] = (frequencies[i] as number) - 1;
    const repetitionWidth = bitWidth(values);
    blocks.raw(packBits(values, repetitionWidth));
    directory.varint(gapWidth);
    directory.varint(repetitionWidth);
    directory.varint(expected - 1 - last - blockPostings);
    findImpacts(positions, frequencies, lengths, impacts);
    directory.varint(impacts.count);
    for (let i = 0, frequency = 0, length = 0; i < impacts.count; i++) {
      directory.varint((impacts.frequencies[i] as number) - frequency);
      directory.varint((impacts.lengths[i] as number) - length);
      frequency = impacts.frequencies[i] as number;
      length = impacts.lengths[i] as number;
    }
    if (occurrences !== undefined) {
      directory.varint(occurrences.length - blockStart);
      blockStart = occurrences.length;
    }
    last = expected - 1;
    pending = 0;
  }

  return {
    add(position, frequency, found) {
      if (occurrences !== undefined) {
        if (count === 0) blockStart = occurrences.length;
        if (found !== undefined) occurrences.raw(found.bytes, found.start, found.end);
      }
      positions[pending] = position;
      frequencies[pending++] = frequency;
      count++;
      if (pending === blockPostings) completeBlock();
    },
    finish(output) {
      if (count >= blockPostings) {
        output.varint(directory.length);
        output.raw(directory.bytes());
        output.raw(blocks.bytes());
        directory.clear();
        blocks.clear();
      }
      for (let i = 0; i < pending; i++) {
        const position = positions[i] as number;
        const frequency = frequencies[i] as number;
        output.varint((position - last - 1) * 2 + (frequency === 1 ? 1 : 0));
        if (frequency !== 1) output.varint(frequency);
        last = position;
      }
      const written = count;
      count = 0;
      pending = 0;
      last = -1;
      return written;
    },
  };
}
