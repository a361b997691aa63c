import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestEvent, Source, SparseIndex } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import type { Library } from '@cubo/library';
import { expect, test } from 'vitest';
import { fileSource, type IngestSourcesOptions, recursiveChunker, textSource } from '../src/index.ts';
import { ingestInto, temporaryFolder, temporaryLibrary } from './helpers/temporary-library.ts';

/** An index that tells how many texts it was given. */
function countingIndex(): SparseIndex & { readonly added: number } {
  const memory = memorySparseIndex();
  const counts = { added: 0 };
  return Object.assign(counts, {
    ...memory,
    add(batch: Parameters<SparseIndex['add']>[0]) {
      counts.added += batch.length;
      return memory.add(batch);
    },
  });
}

async function ingest(
  library: Library,
  lexical: SparseIndex,
  source: Source | undefined,
  options: Partial<IngestSourcesOptions> = {},
): Promise<IngestEvent[]> {
  return ingestInto(library, lexical, source === undefined ? [] : [source], {
    detectLanguage: (text) => (text.includes('paragraph 3 ') ? 'en' : 'und'),
    segmentCharacters: 4096,
    ...options,
  });
}

async function chunks(library: Library): Promise<unknown[]> {
  const found: unknown[] = [];
  const snapshot = library.snapshot();
  for await (const { id: _, documentId: _document, ...chunk } of snapshot.scan(snapshot.chunks)) found.push(chunk);
  return found;
}

const text = (what = 'fox') =>
  Array.from(
    { length: 300 },
    (_, i) => `This is paragraph ${i} about the quick brown ${what} that jumps over the lazy dog once more.\n\n`,
  ).join('');
const large = (what?: string) => textSource({ uri: 'x:large', name: 'large.txt', text: text(what) });

/** Cuts as usual, and fails as a process would that is killed: with an error that is none of the source's. */
function failingAfter(
  limit: number,
  change?: (ordinal: number) => string,
): NonNullable<IngestSourcesOptions['extract']> {
  return async function* (source, { extractor }, context) {
    let ordinal = 0;
    for await (const chunk of recursiveChunker().chunk(extractor.extract(source, context))) {
      if (ordinal === limit) throw new Error('killed');
      yield change === undefined ? chunk : { ...chunk, context: change(ordinal) };
      ordinal++;
    }
  };
}

async function interrupted(): Promise<{
  library: Library;
  lexical: ReturnType<typeof countingIndex>;
  durable: number;
}> {
  const library = await temporaryLibrary();
  const lexical = countingIndex();
  await expect(ingest(library, lexical, large(), { extract: failingAfter(20) })).rejects.toThrow('killed');
  const [pending] = library.pendingDocuments();
  expect(pending?.chunks).toBeGreaterThan(8);
  expect(library.snapshot()).toMatchObject({ documents: 0, chunks: { size: 0 }, pending: { size: pending?.chunks } });
  expect(await library.check()).toEqual([]);
  return { library, lexical, durable: pending?.chunks ?? 0 };
}

async function uninterrupted(what?: string): Promise<unknown[]> {
  const library = await temporaryLibrary();
  await ingest(library, countingIndex(), large(what));
  return chunks(library);
}

test('a document that was interrupted goes on behind its last durable batch', async () => {
  const { library, lexical, durable } = await interrupted();
  const before = lexical.added;
  const events = await ingest(library, lexical, large());
  const expected = await uninterrupted();
  expect(await chunks(library)).toEqual(expected);
  expect(lexical.added - before).toBe(expected.length - durable);
  expect(lexical.coverage()).toEqual(library.snapshot().chunks);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'file-finish', outcome: 'indexed', chunks: expected.length - durable }),
  );
  expect(library.findDocument('x:large')).toMatchObject({ version: 1, chunks: expected.length, language: 'en' });
  expect(library.pendingDocuments()).toEqual([]);
  expect(await library.check()).toEqual([]);
});

test('an abort makes the open document durable as far as it is', async () => {
  const library = await temporaryLibrary();
  const lexical = countingIndex();
  const stop = new AbortController();
  const extract = failingAfter(Number.POSITIVE_INFINITY, (ordinal) => {
    if (ordinal === 11) stop.abort(new Error('enough'));
    return '';
  });
  const stopping: typeof extract = async function* (...given) {
    for await (const chunk of extract(...given)) {
      stop.signal.throwIfAborted();
      yield chunk;
    }
  };
  await expect(ingest(library, lexical, large(), { extract: stopping, signal: stop.signal })).rejects.toThrow('enough');
  expect(library.pendingDocuments()).toMatchObject([{ uri: 'x:large', chunks: 11 }]);
  await ingest(library, lexical, large());
  expect(await library.check()).toEqual([]);
  expect(lexical.coverage()).toEqual(library.snapshot().chunks);
});

test.each<[string, Partial<IngestSourcesOptions>, string | undefined]>([
  ['is cut otherwise now', { extract: failingAfter(Number.POSITIVE_INFINITY, () => 'context') }, undefined],
  [
    'has fewer chunks now',
    { chunker: { ...recursiveChunker(), chunk: recursiveChunker({ maximumCharacters: 30_000 }).chunk } },
    undefined,
  ],
  ['has other bytes now', {}, 'wolf'],
  ['is cut by another chunker', { chunker: recursiveChunker({ maximumCharacters: 500 }) }, undefined],
])('a document that %s is begun anew', async (_what, options, what) => {
  const { library, lexical, durable } = await interrupted();
  await ingest(library, lexical, large(what), options);
  const fresh = await temporaryLibrary();
  await ingest(fresh, countingIndex(), large(what), options);
  expect(await chunks(library)).toEqual(await chunks(fresh));
  expect(durable).toBeGreaterThan(0);
  expect(library.pendingDocuments()).toEqual([]);
  expect(library.snapshot().pending.size).toBe(0);
  expect(lexical.coverage()).toEqual(library.snapshot().chunks);
  expect(await library.check()).toEqual([]);
  // Nothing of the first try is left: the segments hold live rows alone.
  await library.write((writer) => writer.compactSegments());
  expect(await library.check()).toEqual([]);
});

test('a document whose chunks an index has lost is begun anew', async () => {
  const { library } = await interrupted();
  const empty = countingIndex();
  await ingest(library, empty, large());
  expect(await chunks(library)).toEqual(await uninterrupted());
  expect(empty.coverage()).toEqual(library.snapshot().chunks);
  expect(await library.check()).toEqual([]);
});

test('what is durable of a changed document goes with the file, and the version before stays until then', async () => {
  const library = await temporaryLibrary();
  const lexical = countingIndex();
  const path = join(await temporaryFolder(), 'large.txt');
  await writeFile(path, 'The version before.');
  await ingest(library, lexical, await fileSource(path));
  await writeFile(path, text());
  const source = await fileSource(path);
  await expect(ingest(library, lexical, source, { extract: failingAfter(20) })).rejects.toThrow('killed');
  expect(await chunks(library)).toMatchObject([{ text: 'The version before.' }]);
  expect(library.pendingDocuments()).toMatchObject([{ uri: path, version: 2 }]);
  await rm(path);
  await ingest(library, lexical, undefined, { gone: () => [...library.documents()].map(({ uri }) => uri) });
  expect([library.pendingDocuments(), [...library.documents()]]).toEqual([[], []]);
  expect(lexical.coverage().size).toBe(0);
  expect(await library.files.list(library.paths.segments)).toEqual([]);
  expect(await library.check()).toEqual([]);
});

test('a file that changes while it is read is reported, and its earlier version stays', async () => {
  const library = await temporaryLibrary();
  const lexical = countingIndex();
  const path = join(await temporaryFolder(), 'log.txt');
  await writeFile(path, 'The version before.');
  await ingest(library, lexical, await fileSource(path));
  await writeFile(path, text());
  const growing = failingAfter(Number.POSITIVE_INFINITY);
  const extract: typeof growing = async function* (...given) {
    for await (const chunk of growing(...given)) {
      if (chunk.locator.start === 0) await writeFile(path, `${text()}One more line.`);
      yield chunk;
    }
  };
  const events = await ingest(library, lexical, await fileSource(path), { extract, retrySeconds: [] });
  expect(events).toContainEqual(expect.objectContaining({ outcome: 'skipped', code: 'CUBO_SOURCE_CHANGED' }));
  expect(await chunks(library)).toMatchObject([{ text: 'The version before.' }]);
  expect(library.pendingDocuments()).toEqual([]);
  expect(await library.check()).toEqual([]);
  expect((await ingest(library, lexical, await fileSource(path))).some((event) => event.type === 'publish')).toBe(true);
  expect(await library.check()).toEqual([]);
});

test('a file that is removed after it was found is reported, and takes nothing with it', async () => {
  const library = await temporaryLibrary();
  const lexical = countingIndex();
  const path = join(await temporaryFolder(), 'a.txt');
  await writeFile(path, 'Here and gone.');
  await ingest(library, lexical, await fileSource(path));
  const source = await fileSource(path);
  await rm(path);
  const events = await ingest(library, lexical, source);
  expect(events).toContainEqual(expect.objectContaining({ type: 'file-finish', source: path, outcome: 'skipped' }));
  expect(await chunks(library)).toMatchObject([{ text: 'Here and gone.' }]);
});

test('a document that is read once more before what there was of it is given up holds all its chunks', async () => {
  const path = join(await temporaryFolder(), 'large.txt');
  await writeFile(path, text());
  const library = await temporaryLibrary();
  const lexical = countingIndex();
  const cut = failingAfter(Number.POSITIVE_INFINITY);
  let reads = 0;
  const events = await ingest(library, lexical, await fileSource(path), {
    retrySeconds: [0.01],
    async *extract(...given) {
      reads++;
      let chunk = 0;
      for await (const each of cut(...given)) {
        // Its bytes stay; that is not known while they are read.
        if (reads === 1 && ++chunk === 20) await utimes(path, 1, 1);
        yield each;
      }
    },
  });
  expect(events).toContainEqual(expect.objectContaining({ type: 'file-retry', code: 'CUBO_SOURCE_CHANGED' }));
  expect(events).toContainEqual(expect.objectContaining({ type: 'file-finish', outcome: 'indexed', chunks: 30 }));
  expect(library.snapshot().chunks.size).toBe(30);
  expect(lexical.coverage()).toEqual(library.snapshot().chunks);
  expect(library.pendingDocuments()).toEqual([]);
  expect(await library.check()).toEqual([]);
});
