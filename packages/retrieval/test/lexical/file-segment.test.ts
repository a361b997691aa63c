import { chunkSetFromRanges } from '@cubo/contracts';
import type { ReadableFile } from '@cubo/library';
import { expect, test } from 'vitest';
import { fileSegment } from '../../src/lexical/file-segment.ts';
import { onePage } from '../../src/lexical/page-cache.ts';
import { directoryCache } from '../../src/lexical/postings/directory-cache.ts';
import { segmentWriter } from '../../src/lexical/segment-writer.ts';

const chunks = 20_000;
const lengths = Array.from({ length: chunks }, (_, i) => 1 + (i % 300));
const languageIndexes = Array.from({ length: chunks }, (_, i) => i % 2);

test('what a file knows of each chunk is read when it is asked for, once', async () => {
  const ids = chunkSetFromRanges([[7, 7 + chunks]]);
  const parts: Uint8Array[] = [];
  const sink = { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) };
  const documents = { ids, lengths, languages: ['en', 'it'], languageIndexes };
  const writer = await segmentWriter(sink, documents, { occurrences: false });
  writer.posting(3, 1);
  await writer.term('term');
  await writer.finish();
  const bytes = Buffer.concat(parts);

  let read = 0;
  const take = (position: number, length: number, room: Uint8Array = new Uint8Array(length)) => {
    read += length;
    room.set(bytes.subarray(position, position + length));
    return room;
  };
  const file: ReadableFile = {
    path: 'segment',
    bytes: bytes.length,
    read: async (...place) => take(...place),
    readSync: take,
    close: async () => {},
  };
  const entry = { name: 'segment', bytes: bytes.length, sha256: '', ids };
  const caches = { pages: onePage(8192), directories: directoryCache(1).file() };
  const segment = await fileSegment(file, entry, caches);

  const atOpening = read;
  expect(segment.documents).toBe(chunks);
  expect(segment.ids).toEqual(ids);
  expect(segment.idAt(5)).toBe(12);
  expect(segment.languages.map(({ documents: count }) => count)).toEqual([chunks / 2, chunks / 2]);
  expect(segment.find('term')?.documents).toBe(1);
  const afterFinding = read;
  expect(afterFinding - atOpening).toBeLessThan(chunks);
  expect(Array.from(segment.lengths)).toEqual(lengths);
  const afterLengths = read;
  expect(afterLengths - afterFinding).toBeGreaterThan(chunks);
  expect(Array.from(segment.languageIndexes)).toEqual(languageIndexes);
  expect(segment.tokens).toBe(lengths.reduce((sum, length) => sum + length, 0));
  expect(read).toBe(afterLengths);
});
