import { type Chunk, type Extractor, type IngestEvent, indexedText, type Metadata, type Source } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import { type Library, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, textSource } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { ingestInto, temporaryLibrary } from './helpers/temporary-library.ts';
import { zipFile } from './helpers/zip-file.ts';

const files = nodeFileLayer;

async function texts(library: Library): Promise<string[]> {
  const snapshot = library.snapshot();
  const found: string[] = [];
  for await (const chunk of snapshot.scan(snapshot.chunks)) found.push(chunk.text);
  return found;
}

const paragraph = (i: number) =>
  `Paragraph ${i} tells of the quick brown fox that jumps over the lazy dog once more.\n\n`;

test('a document larger than a segment is published whole, in one transaction', async () => {
  const library = await temporaryLibrary();
  const lexical = memorySparseIndex();
  const text = Array.from({ length: 400 }, (_, i) => paragraph(i)).join('');
  const events = await ingestInto(library, lexical, [textSource({ uri: 'x:big', text })], { segmentCharacters: 4096 });
  expect(events.filter((event) => event.type === 'publish')).toHaveLength(1);
  const snapshot = library.snapshot();
  expect(snapshot.segments).toBeGreaterThan(5);
  expect(lexical.coverage()).toEqual(snapshot.chunks);
  const covered = new Uint8Array(text.length);
  for await (const chunk of snapshot.scan(snapshot.chunks)) {
    expect(text.slice(chunk.locator.start, chunk.locator.end)).toBe(chunk.text);
    covered.fill(1, chunk.locator.start, chunk.locator.end);
  }
  expect([...text].every((character, i) => covered[i] === 1 || /\s/.test(character))).toBe(true);
  expect(await library.check()).toEqual([]);
});

test('a source that fails half-way leaves nothing to be found, and its earlier version stays', async () => {
  const library = await temporaryLibrary();
  const lexical = memorySparseIndex();
  let fail = false;
  const moody: Extractor = {
    id: 'moody@1',
    mediaTypes: [],
    extensions: ['.moody'],
    async *extract(source) {
      const chunks: Chunk[] = [];
      for (let i = 0, start = 0; i < 20; i++) {
        const text = `${source.name} ${fail ? 'second' : 'first'} ${paragraph(i)}`;
        chunks.push({ text, kind: 'prose', locator: { kind: 'characters', start, end: start + text.length } });
        start += text.length;
        if (fail && i === 15) throw new Error('the rest is missing');
        yield chunks[i] as Chunk;
      }
    },
  };
  const registry = createExtractorRegistry([...builtinExtractors(), moody]);
  const source = (version: string) => textSource({ uri: 'x:moody', name: 'a.moody', text: version });
  await ingestInto(library, lexical, [source('1')], { registry, segmentCharacters: 1024 });
  const before = await texts(library);
  fail = true;
  const other = textSource({ uri: 'x:other', text: 'Another text that is read without trouble.' });
  const events = await ingestInto(library, lexical, [source('2'), other], { registry, segmentCharacters: 1024 });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'file-finish',
      source: 'x:moody',
      outcome: 'skipped',
      code: 'CUBO_FORMAT_INVALID',
    }),
  );
  expect(await texts(library)).toEqual([...before, 'Another text that is read without trouble.']);
  expect(lexical.coverage()).toEqual(library.snapshot().chunks);
  expect(await library.check()).toEqual([]);
});

test('an error of the disk ends the job, leaves the library as it was and nothing in staging', async () => {
  const library = await temporaryLibrary();
  const lexical = memorySparseIndex();
  await ingestInto(library, lexical, [textSource({ uri: 'x:one', text: 'One.' })]);
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const failing = { ...lexical, flush: () => Promise.reject(full) };
  await expect(ingestInto(library, failing, [textSource({ uri: 'x:two', text: 'Two.' })])).rejects.toThrow(
    'no space left',
  );
  expect(await texts(library)).toEqual(['One.']);
  await ingestInto(library, lexical, [textSource({ uri: 'x:three', text: 'Three.' })]);
  expect(await texts(library)).toEqual(['One.', 'Three.']);
  expect(await files.list(library.paths.staging)).toEqual([]);
});

test.each(['add', 'flush'] as const)(
  'an abort is what the caller is told even if the last publish fails in %s, and nothing stays in staging',
  async (step) => {
    const library = await temporaryLibrary();
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const failing = { ...memorySparseIndex(), [step]: () => Promise.reject(full) };
    const stop = new AbortController();
    const sources = async function* () {
      yield textSource({ uri: 'x:one', text: 'One.' });
      stop.abort(new Error('enough'));
      yield textSource({ uri: 'x:two', text: 'Two.' });
    };
    const ingestion = ingestInto(library, failing, [], { sources: sources(), signal: stop.signal });
    await expect(ingestion).rejects.toThrow('enough');
    expect(await files.list(library.paths.staging)).toEqual([]);
    expect(await texts(library)).toEqual([]);
  },
);

test('of a source that no extractor reads only the beginning is read', async () => {
  const library = await temporaryLibrary();
  let read = 0;
  const film: Source = {
    uri: 'x:film',
    name: 'film.mkv',
    async *open() {
      for (let i = 0; i < 64; i++) {
        read += 65_536;
        yield new Uint8Array(65_536);
      }
    },
  };
  const events = await ingestInto(library, memorySparseIndex(), [film]);
  expect(events).toContainEqual(expect.objectContaining({ outcome: 'skipped', code: 'CUBO_FORMAT_UNSUPPORTED' }));
  expect(read).toBeLessThanOrEqual(2 * 65_536);
});

test('chunks reach the lexical index as the text they are found by', async () => {
  const library = await temporaryLibrary();
  const added: string[] = [];
  const lexical = memorySparseIndex();
  const watching: typeof lexical = {
    ...lexical,
    add(batch, options) {
      added.push(...batch.map((document) => document.text));
      return lexical.add(batch, options);
    },
  };
  const table = textSource({ uri: 'x:table.csv', name: 'table.csv', text: 'name,notice\nRossi,3 months\n' });
  await ingestInto(library, watching, [table]);
  const snapshot = library.snapshot();
  for await (const chunk of snapshot.scan(snapshot.chunks)) expect(added).toContain(indexedText(chunk));
  expect(added.join()).toContain('name,notice');
});

const page =
  '<html lang="it-CH"><head><meta name="author" content="A. Rossi"><title>Avviso</title></head><body>Ore 9.</body></html>';
const outcomes = (events: readonly IngestEvent[]) =>
  events.flatMap((event) => (event.type === 'file-finish' ? [event.outcome] : []));

test('what a format states of author and language is kept, and the detected language and the host win over it', async () => {
  const library = await temporaryLibrary();
  const languages: (string | undefined)[] = [];
  const memory = memorySparseIndex();
  const lexical: typeof memory = {
    ...memory,
    add(batch, options) {
      languages.push(...batch.map((document) => document.language));
      return memory.add(batch, options);
    },
  };
  const plain = textSource({ uri: 'x:1', name: 'a.html', text: page });
  const signed = textSource({ uri: 'x:2', name: 'a.html', text: page, metadata: { author: 'B. Bianchi', year: 2026 } });
  await ingestInto(library, lexical, [plain, signed], { detectLanguage: () => 'und' });
  expect(library.findDocument('x:1')).toMatchObject({ language: 'it', metadata: { author: 'A. Rossi' } });
  expect(library.findDocument('x:2')).toMatchObject({ metadata: { author: 'B. Bianchi', year: 2026 } });
  expect(languages).toEqual(['it', 'it']);
  expect(outcomes(await ingestInto(library, lexical, [plain, signed]))).toEqual(['unchanged', 'unchanged']);
  const detected = textSource({ uri: 'x:3', name: 'a.html', text: page });
  await ingestInto(library, lexical, [detected], { detectLanguage: () => 'es' });
  expect(library.findDocument('x:3')).toMatchObject({ language: 'es' });
});

test('of equal bytes a document is written anew only for another title, and takes other labels as it is', async () => {
  const library = await temporaryLibrary();
  const lexical = memorySparseIndex();
  const say = async (title: string | undefined, metadata: Metadata) => {
    const source = textSource({ uri: 'x:1', name: 'a.html', text: page, title, metadata });
    return outcomes(await ingestInto(library, lexical, [source]));
  };
  expect(await say('Keys', { folder: 'inbox', year: 2026 })).toEqual(['indexed']);
  expect(await say('Keys', { year: 2026, folder: 'inbox' })).toEqual(['unchanged']);
  expect(await say('Keys', { year: 2027, folder: 'inbox' })).toEqual(['unchanged']);
  expect(library.findDocument('x:1')).toMatchObject({ metadata: { year: 2027, author: 'A. Rossi' }, version: 1 });
  expect(await say('Doors', { year: 2027, folder: 'inbox' })).toEqual(['indexed']);
  expect(library.findDocument('x:1')?.title).toBe('Doors');
  expect(await say('Doors', { year: 2027 })).toEqual(['unchanged']);
  expect(library.findDocument('x:1')?.metadata).toEqual({ author: 'A. Rossi', year: 2027 });
});

test.each<[string, unknown]>([
  ['a plain text', 'just a string'],
  ['no locator', { text: 'abc', kind: 'prose' }],
  ['no kind', { text: 'abc', locator: { kind: 'characters', start: 0, end: 3 } }],
  ['an unknown locator', { text: 'abc', kind: 'prose', locator: { kind: 'verse', start: 0, end: 3 } }],
  ['a wrong range', { text: 'abc', kind: 'prose', locator: { kind: 'characters', start: 0, end: 9 } }],
  ['no range', { text: 'abc', kind: 'prose', locator: { kind: 'characters' } }],
  [
    'row starts beyond the text',
    { text: 'abc', kind: 'table', locator: { kind: 'characters', start: 0, end: 3 }, rowStarts: [0, 7] },
  ],
])('an extractor that gives %s spoils its own file only', async (_what, section) => {
  const library = await temporaryLibrary();
  const lexical = memorySparseIndex();
  const odd: Extractor = {
    id: 'odd@1',
    mediaTypes: [],
    extensions: ['.odd'],
    async *extract() {
      yield {
        text: 'The first section is well made.',
        kind: 'prose',
        locator: { kind: 'characters', start: 0, end: 31 },
      };
      yield section as never;
    },
  };
  const registry = createExtractorRegistry([...builtinExtractors(), odd]);
  const sources = [
    textSource({ uri: 'x:odd', name: 'a.odd', text: '-' }),
    textSource({ uri: 'x:good', text: 'A good text.' }),
  ];
  const events = await ingestInto(library, lexical, sources, { registry });
  const event = events.find((candidate) => candidate.type === 'file-finish' && candidate.source === 'x:odd');
  expect(event).toMatchObject({
    outcome: 'skipped',
    code: 'CUBO_FORMAT_INVALID',
    reason: expect.stringContaining('odd@1'),
  });
  expect(await texts(library)).toEqual(['A good text.']);
  expect(lexical.coverage()).toEqual(library.snapshot().chunks);
});

test('an extractor that gives no iterable spoils its own file only', async () => {
  const library = await temporaryLibrary();
  const broken = { id: 'broken@1', mediaTypes: [], extensions: ['.broken'], extract: () => [] as never };
  const registry = createExtractorRegistry([...builtinExtractors(), broken]);
  const sources = [
    textSource({ uri: 'x:b', name: 'a.broken', text: '-' }),
    textSource({ uri: 'x:good', text: 'A good text.' }),
  ];
  const events = await ingestInto(library, memorySparseIndex(), sources, { registry });
  expect(events).toContainEqual(expect.objectContaining({ source: 'x:b', outcome: 'skipped' }));
  expect(await texts(library)).toEqual(['A good text.']);
});

test('a title that its format states too late is not taken for the one it is stored under', async () => {
  const library = await temporaryLibrary();
  const late: Extractor = {
    id: 'late@1',
    mediaTypes: [],
    extensions: ['.late'],
    async *extract(_source, { describe }) {
      for (const start of [0, 4, 8]) {
        if (start === 8) describe({ title: 'Late' });
        yield { text: 'Text', kind: 'slide', locator: { kind: 'characters', start, end: start + 4 } };
      }
    },
  };
  const source = textSource({ uri: 'x:1', name: 'note.late', text: 'x' });
  await ingestInto(library, memorySparseIndex(), [source], { registry: createExtractorRegistry([late]) });
  expect([...library.documents()]).toMatchObject([{ title: 'note', titleOrigin: 'name', chunks: 3 }]);
});

test('of an archive in which nothing can be read, the first reason is told', async () => {
  const library = await temporaryLibrary();
  const archive = (...names: string[]) =>
    bytesSource(`${names.length}.zip`, zipFile(names.map((name) => ({ name, data: '\u0000\u0001' }))));
  const sources = [archive('a.mp3'), archive('a.mp3', 'b.mp3', 'c.mp3')];
  const events = await ingestInto(library, memorySparseIndex(), sources);
  expect(events.filter((event) => event.type === 'file-finish')).toMatchObject([
    { outcome: 'skipped', code: 'CUBO_FORMAT_UNSUPPORTED', reason: expect.stringMatching(/\(a\.mp3: [^;]*\)\. Do /) },
    { outcome: 'skipped', code: 'CUBO_FORMAT_UNSUPPORTED', reason: expect.stringContaining('; and 2 more places)') },
  ]);
});

test('what becomes of sources is kept for the job that is named, and for none where none is', async () => {
  const library = await temporaryLibrary();
  const specification = JSON.stringify({ paths: ['/x'] });
  await library.write(async (writer) => {
    for (const id of ['this', 'other'])
      writer.writeJob({ id, state: 'running', specification, startedAt: 1, updatedAt: 2 });
  });
  const sources = [textSource({ uri: 'x:one', text: 'One.' }), textSource({ uri: 'x:empty', text: '' })];
  await ingestInto(library, memorySparseIndex(), sources, { job: 'this' });
  expect(library.job('this')).toMatchObject({
    outcomes: { indexed: 1, skipped: 1 },
    skipped: [{ uri: 'x:empty', code: 'CUBO_SOURCE_EMPTY' }],
  });
  await ingestInto(library, memorySparseIndex(), [textSource({ uri: 'x:two', text: 'Two.' })]);
  expect(library.job('this')?.outcomes).toEqual({ indexed: 1, skipped: 1 });
  expect(library.job('other')?.outcomes).toEqual({});
});
