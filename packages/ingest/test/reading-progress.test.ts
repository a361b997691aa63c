import type { Extractor, Source } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, textSource } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { ingestInto, temporaryLibrary } from './helpers/temporary-library.ts';
import { zipFile } from './helpers/zip-file.ts';

const pages = 8;

/** Reads all at once, and gives pages. */
const booklet: Extractor = {
  id: 'booklet@1',
  mediaTypes: [],
  extensions: ['.booklet'],
  async *extract(source, context) {
    for await (const _ of source.open());
    context.describe({ pages });
    for (let page = 1, start = 0; page <= pages; page++) {
      const text = `This is page ${page}.`;
      yield { text, kind: 'prose', locator: { kind: 'page', page, start, end: start + text.length } };
      start += text.length;
    }
  },
};

/** What is told of a source while it is read. */
async function told(source: Source): Promise<number[]> {
  const bytes: number[] = [];
  const registry = createExtractorRegistry([...builtinExtractors(), booklet]);
  const onProgress = (through: number) => void bytes.push(through);
  const maximumBytes = 2 ** 24;
  await ingestInto(await temporaryLibrary(), memorySparseIndex(), [source], { registry, onProgress, maximumBytes });
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
  return [...new Set(bytes)];
}

/** In pieces, as a file comes. */
function inPieces(source: Source): Source {
  return {
    ...source,
    async *open() {
      for await (const bytes of source.open())
        for (let start = 0; start < bytes.byteLength; start += 100_000) yield bytes.subarray(start, start + 100_000);
    },
  };
}

const text = 'Every line of this text tells of the sea and of the weather of its day.\n\n'.repeat(20_000);

test('a text is followed by how much of it was read for its text, not for its encoding', async () => {
  const through = await told(inPieces(textSource({ uri: 'x:log', name: 'log.txt', text })));
  expect(through.length).toBeGreaterThan(5);
  expect(through[0]).toBeLessThan(text.length / 2);
  expect(through.at(-1)).toBe(text.length);
});

test('a document with pages is followed by these', async () => {
  const source = textSource({ uri: 'x:book', name: 'a.booklet', text: 'a'.repeat(1000 * pages) });
  expect(await told(source)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000]);
});

test('what is read as a whole before its first text is through at its end', async () => {
  expect(await told(textSource({ uri: 'x:note', name: 'note.txt', text: `A note. ${text}` }))).toEqual([0]);
});

test('an archive is followed by where in it the reader is', async () => {
  const data = 'a'.repeat(200_000);
  const archive = zipFile(Array.from({ length: 20 }, (_, i) => ({ name: `${i}.booklet`, data })));
  const through = await told({
    ...bytesSource('a.zip', archive),
    readRange: async (start, end) => archive.subarray(start, end),
  });
  expect(through.length).toBeGreaterThan(5);
  expect(through[0]).toBeLessThan(archive.byteLength / 3);
  expect(through.at(-1)).toBeGreaterThan(archive.byteLength / 2);
  expect(through.at(-1)).toBeLessThanOrEqual(archive.byteLength);
});
