import { byteReader } from '../byte-reader.ts';
import { blockPostings, packedBytes } from './bit-packing.ts';
import { mostImpacts } from './impacts.ts';

/** What is known of the full blocks of a term without reading them. */
export interface BlockDirectory {
  readonly blocks: number;
  /** The last position of each block. */
  readonly lasts: Int32Array;
  /** Where each block begins, in bytes behind the directory; one more for the end of the last. */
  readonly offsets: Uint32Array;
  /** The same for the occurrences of each block, behind where those of the term begin; all 0 where none are kept. */
  readonly occurrenceOffsets: Float64Array;
  /** Bits of a gap, and of a repetition, in each block. */
  readonly gapWidths: Uint8Array;
  readonly repetitionWidths: Uint8Array;
  /** Where the impacts of each block begin in the lists below; one more for the end. */
  readonly impactStarts: Uint32Array;
  readonly impactFrequencies: Uint32Array;
  readonly impactLengths: Uint32Array;
}

/**
 * Decodes the directory of `blocks` blocks of a segment of `size` chunks, with or without `occurrences`; `fail` makes the
 * error for one that makes no sense.
 */
export function decodeBlockDirectory(
  bytes: Uint8Array,
  blocks: number,
  { size, occurrences, fail }: { size: number; occurrences: boolean; fail: (reason: string) => Error },
): BlockDirectory {
  // An entry has six bytes at least, so that a number that fits into the file bounds what is allocated.
  if (blocks * 6 > bytes.length) throw fail('has a directory that is too short for its postings');
  const reader = byteReader(bytes, fail);
  let at = 0;
  /** Nearly all numbers have one byte, and there are many: a call for each would cost several times as much. */
  const varint = () => {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      at++;
      return byte;
    }
    reader.skip(at - reader.position);
    const value = reader.varint();
    at = reader.position;
    return value;
  };
  const lasts = new Int32Array(blocks);
  const offsets = new Uint32Array(blocks + 1);
  const occurrenceOffsets = new Float64Array(blocks + 1);
  const gapWidths = new Uint8Array(blocks);
  const repetitionWidths = new Uint8Array(blocks);
  const impactStarts = new Uint32Array(blocks + 1);
  reserve(Math.min(mostImpacts * blocks, bytes.length));
  let last = -1;
  let impacts = 0;
  for (let block = 0; block < blocks; block++) {
    const gapWidth = varint();
    const repetitionWidth = varint();
    if (gapWidth > 32 || repetitionWidth > 32) throw fail('has postings of impossible width');
    gapWidths[block] = gapWidth;
    repetitionWidths[block] = repetitionWidth;
    offsets[block + 1] = (offsets[block] as number) + packedBytes(gapWidth) + packedBytes(repetitionWidth);
    last += varint() + blockPostings;
    if (last >= size) throw fail('has postings for chunks that it does not hold');
    lasts[block] = last;
    const count = varint();
    if (count === 0 || count > mostImpacts) throw fail('has a block of postings without a bound');
    for (let i = 0, frequency = 0, length = 0; i < count; i++, impacts++) {
      frequency += varint();
      length += varint();
      frequencies[impacts] = frequency;
      lengths[impacts] = length;
    }
    impactStarts[block + 1] = impacts;
    if (occurrences) occurrenceOffsets[block + 1] = (occurrenceOffsets[block] as number) + varint();
  }
  if (at !== bytes.length) throw fail('has a directory that does not match its postings');
  return {
    blocks,
    lasts,
    offsets,
    occurrenceOffsets,
    gapWidths,
    repetitionWidths,
    impactStarts,
    impactFrequencies: frequencies.slice(0, impacts),
    impactLengths: lengths.slice(0, impacts),
  };
}

// Filled and copied within one call.
let frequencies = new Uint32Array(0);
let lengths = new Uint32Array(0);

function reserve(impacts: number): void {
  if (impacts <= frequencies.length) return;
  frequencies = new Uint32Array(2 * impacts);
  lengths = new Uint32Array(2 * impacts);
}
