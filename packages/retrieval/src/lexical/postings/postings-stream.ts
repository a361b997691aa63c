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
  const found = { bytes: new Uint8Array() as Uint8Array, starts: occurrenceRoom };
  let isFound = false;
  // What was read last: most lists lie within a page, and need no view of their own.
  let bytes: Uint8Array = new Uint8Array();
  let offset = 0;

  function read(position: number, length: number): void {
    offset = file.look(position, length);
    bytes = file.seen;
  }

  function nextBlock(): boolean {
    reader.at = 0;
    reader.count = Math.min(left, blockPostings);
    if (left === 0) return false;
    isFound = false;
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
    const length = packedBytes(gapWidth) + packedBytes(repetitionWidth);
    read(start, length);
    start += length;
    unpackBits(bytes, offset, gapWidth, values);
    for (let i = 0; i < blockPostings; i++) {
      last += (values[i] as number) + 1;
      reader.positions[i] = last;
    }
    if (last !== end) throw fail('has a block of postings that does not end where it should');
    unpackBits(bytes, offset + packedBytes(gapWidth), repetitionWidth, reader.frequencies);
    for (let i = 0; i < blockPostings; i++) reader.frequencies[i] = (reader.frequencies[i] as number) + 1;
  }

  function readTail(): void {
    if (directory?.atEnd === false) throw fail('has a directory that does not match its postings');
    const length = place.start + place.bytes - start;
    read(start, length);
    decodeTail(bytes, { from: offset, to: offset + length }, reader, { count: left, after: last, size, fail });
    to = place.occurrencesBytes;
  }

  function occurrences(): BlockOccurrences | undefined {
    if (!keepsOccurrences || reader.count === 0) return undefined;
    if (!isFound) {
      read(place.occurrencesStart + from, to - from);
      occurrenceStarts(bytes, { from: offset, to: offset + to - from, count: reader.count }, occurrenceRoom, fail);
      found.bytes = bytes;
      isFound = true;
    }
    return found;
  }

  return (next) => {
    place = next;
    left = next.documents;
    start = next.start;
    last = -1;
    to = 0;
    isFound = false;
    directory = undefined;
    reader.count = 0;
    reader.at = 0;
    if (left >= blockPostings) {
      const found = readDirectory(file, next, fail);
      directory = byteReader(found.bytes, fail);
      start = found.end;
    }
    return reader;
  };
}
