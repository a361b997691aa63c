import { chunkSetFromRanges } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { byteWriter } from '../../src/lexical/byte-writer.ts';
import type { CheckedFile } from '../../src/lexical/checked-file.ts';
import { blockDirectories } from '../../src/lexical/postings/block-directories.ts';
import { directoryCache } from '../../src/lexical/postings/directory-cache.ts';
import { filePostings, type PostingsPlace } from '../../src/lexical/postings/file-postings.ts';
import { decodeOccurrences, encodeOccurrences } from '../../src/lexical/postings/occurrences.ts';
import type { PostingsReader } from '../../src/lexical/postings/postings-cursor.ts';
import { postingsStream } from '../../src/lexical/postings/postings-stream.ts';
import { trailerBytes } from '../../src/lexical/segment-format.ts';
import { decodeTrailer } from '../../src/lexical/segment-trailer.ts';
import { segmentWriter } from '../../src/lexical/segment-writer.ts';
import { termDictionary } from '../../src/lexical/term-dictionary.ts';

const fail = (reason: string) => new Error(reason);
const size = 5000;

/** How many postings the terms have: none but a rest, full blocks alone, and both; some take more than a page. */
const counts = [1, 2, 127, 128, 129, 256, 1000, 4992, 5000, ...Array.from({ length: 60 }, (_, i) => i + 1), 3000];

async function segment(occurrences: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const file = { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) };
  const documents = {
    ids: chunkSetFromRanges([[0, size]]),
    lengths: Array.from({ length: size }, (_, i) => 1 + (i % 90)),
    languages: ['und'],
    languageIndexes: new Uint16Array(size),
  };
  const writer = await segmentWriter(file, documents, { occurrences });
  for (const [number, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      const position = Math.floor((i * size) / count);
      const places = Array.from({ length: 1 + (i % 3) }, (_, place) => place * (i + 70));
      const encoded = byteWriter();
      encodeOccurrences(encoded, places, 0, places.length);
      const found = { bytes: encoded.bytes(), start: 0, end: encoded.length };
      writer.posting(position, places.length, occurrences ? found : undefined);
    }
    await writer.term(`t${String(number).padStart(3, '0')}`);
  }
  await writer.finish();
  return new Uint8Array(Buffer.concat(parts));
}

function contentsOf(postings: PostingsReader): unknown[] {
  const contents: unknown[] = [];
  while (postings.nextBlock()) {
    const block = postings.occurrences();
    for (let i = 0; i < postings.count; i++) {
      const places: number[] = [];
      if (block) decodeOccurrences(block.bytes, block.starts[i] as number, block.starts[i + 1] as number, places, 0);
      contents.push([postings.positions[i], postings.frequencies[i], places]);
    }
  }
  return contents;
}

test.each([true, false])(
  'a stream gives the postings that a search reads, with occurrences or without: %s',
  async (occurrences) => {
    const bytes = await segment(occurrences);
    const trailer = decodeTrailer(bytes.subarray(-trailerBytes), bytes.length, fail);
    const read = (position: number, length: number) => bytes.subarray(position, position + length);
    const file: CheckedFile = { read, glance: read, look: (position) => position, seen: bytes };
    const index = { start: trailer.index, bytes: read(trailer.index, trailer.documents - trailer.index) };
    const dictionary = termDictionary(file, index, fail);
    const format = { size, occurrences, fail };
    const lengths = new Uint16Array(size);
    const searched = { file, lengths, directory: blockDirectories(file, directoryCache(0).file(), format), fail };
    const stream = postingsStream(file, format);
    const places: PostingsPlace[] = [];
    for (const cursor = dictionary.terms(); cursor.next(); ) {
      places.push(cursor.place);
      const streamed = contentsOf(stream(cursor.place));
      expect(streamed).toEqual(contentsOf(filePostings(searched, cursor.place)));
      expect(streamed.length).toBe(counts[places.length - 1]);
    }
    expect(places.length).toBe(counts.length);
    // A term that was left in the middle leaves nothing behind.
    stream(places[8] as PostingsPlace).nextBlock();
    expect(contentsOf(stream(places[4] as PostingsPlace)).length).toBe(129);
  },
);
