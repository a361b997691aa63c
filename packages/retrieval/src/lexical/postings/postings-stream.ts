import { type ByteReader, byteReader } from '../byte-reader.ts';
import type { CheckedFile } from '../checked-file.ts';
import { blockPostings, packedBytes, unpackBits } from './bit-packing.ts';
import { readDirectory } from './block-directories.ts';
import { decodeTail } from './decode-tail.ts';
import type { PostingsPlace } from './file-postings.ts';
import { mostImpacts } from './impacts.ts';
import { type BlockOccurrences, occurrenceStarts } from './occurrences.ts';
import { type PostingsReader, postingsRoom } from './postings-cursor.ts';

const values = new Uint32Array(blockPostings);

/**
 * Reads the postings of one term after the other from their beginning to their end, as a merge does. There is one reader
 * for all of them, and of a directory nothing is kept.
 */
export function postingsStream(
  file: CheckedFile,
  {
    size,
    occurrences: keepsOccurrences,
    fail,
  }: { size: number; occurrences: boolean; fail: (reason: string) => Error },
): (place: PostingsPlace) => PostingsReader {
  const reader = { ...postingsRoom(), count: 0, at: 0, nextBlock, occurrences };
  const occurrenceRoom = new Int32Array(blockPostings + 1);
  let place: PostingsPlace = { start: 0, bytes: 0, documents: 0, occurrencesStart: 0, occurrencesBytes: 0 };
  let directory: ByteReader | undefined;
  /** Postings that are still to be read. */
  let left = 0;
  /** Where they begin, and the last position before them. */
  let start = 0;
  let last = -1;
  /** Where the occurrences of the block begin and end, from those of the term. */
  let from = 0;
  let to = 0;
  let found: BlockOccurrences | undefined;

  function nextBlock(): boolean {
    reader.at = 0;
    reader.count = Math.min(left, blockPostings);
    if (left === 0) return false;
    found = undefined;
    from = to;
    if (left >= blockPostings) readBlock(directory as ByteReader);
    else readTail();
    left -= reader.count;
    if (from > to || to > place.occurrencesBytes) throw fail('has occurrences of impossible size');
    return true;
  }

  function readBlock(known: ByteReader): void {
    const gapWidth = known.varint();
    const repetitionWidth = known.varint();
    if (gapWidth > 32 || repetitionWidth > 32) throw fail('has postings of impossible width');
    const end = last + known.varint() + blockPostings;
    if (end >= size) throw fail('has postings for chunks that it does not hold');
    const impacts = known.varint();
    if (impacts > mostImpacts) throw fail('has a block of postings without a bound');
    for (let i = 0; i < 2 * impacts; i++) known.varint();
    if (keepsOccurrences) to += known.varint();
    const bytes = packedBytes(gapWidth) + packedBytes(repetitionWidth);
    const packed = file.read(start, bytes);
    start += bytes;
    unpackBits(packed, 0, gapWidth, values);
    for (let i = 0; i < blockPostings; i++) {
      last += (values[i] as number) + 1;
      reader.positions[i] = last;
    }
    if (last !== end) throw fail('has a block of postings that does not end where it should');
    unpackBits(packed, packedBytes(gapWidth), repetitionWidth, reader.frequencies);
    for (let i = 0; i < blockPostings; i++) reader.frequencies[i] = (reader.frequencies[i] as number) + 1;
  }

  function readTail(): void {
    if (directory?.atEnd === false) throw fail('has a directory that does not match its postings');
    const bytes = file.read(start, place.start + place.bytes - start);
    decodeTail(bytes, reader, { count: left, after: last, size, fail });
    to = place.occurrencesBytes;
  }

  function occurrences(): BlockOccurrences | undefined {
    if (found === undefined && keepsOccurrences && reader.count > 0) {
      const bytes = file.read(place.occurrencesStart + from, to - from);
      occurrenceStarts(bytes, reader.count, occurrenceRoom, fail);
      found = { bytes, starts: occurrenceRoom };
    }
    return found;
  }

  return (next) => {
    place = next;
    left = next.documents;
    start = next.start;
    last = -1;
    to = 0;
    found = undefined;
    directory = undefined;
    reader.count = 0;
    reader.at = 0;
    if (left >= blockPostings) {
      const { bytes, end } = readDirectory(file, next, fail);
      directory = byteReader(bytes, fail);
      start = end;
    }
    return reader;
  };
}
