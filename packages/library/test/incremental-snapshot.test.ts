import { chunkIds, type Scope } from '@cubo/contracts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openCatalog } from '../src/catalog/open-catalog.ts';
import { applicationId, migrations } from '../src/catalog/schema.ts';
import { type Library, nodeFileLayer, openLibrary } from '../src/index.ts';
import { libraryPaths } from '../src/library-paths.ts';
import { prepareFolder } from '../src/prepare-folder.ts';
import { createStateReader, type LibraryState } from '../src/snapshot/library-state.ts';
import { chunksOf, factsOf, publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

async function newLibrary(path?: string): Promise<Library> {
  const library = await openLibrary({ path: path ?? (await temporaryDirectory()) });
  onTestFinished(() => library.close());
  return library;
}

const scopes: readonly Scope[] = [
  { sources: ['/a'] },
  { sources: ['/a', '/b/2'], metadata: { kind: 'test' } },
  { metadata: { kind: ['test', 'other'] } },
  { metadata: { kind: 'other' } },
];

/** All that a snapshot says. */
async function told(library: Library, given = library.snapshot()) {
  const { generation, documents, chunks, pending, segments } = given;
  const texts = [...(await given.read([...chunkIds(chunks)]))].map(([id, { text, source }]) => [id, text, source]);
  const admitted = [];
  for (const scope of scopes) admitted.push(await given.scope(scope));
  const listed = scopes.map((scope) => Array.from(library.documents(scope), ({ uri }) => uri));
  return { generation, documents, chunks, pending, segments, texts, admitted, listed };
}

/** Leaves a document unfinished, or finishes it with one chunk more. */
async function write(library: Library, uri: string, isWhole: boolean): Promise<void> {
  await library.write(async (writer) => {
    const [known] = library.pendingDocuments().filter((candidate) => candidate.uri === uri);
    const pending = known ? writer.resumeDocument(known) : writer.beginDocument({ uri });
    const segment = await writer.stageSegment();
    const chunks = (known?.chunks ?? 0) + 1;
    await segment.append(pending, chunks - 1, chunksOf([`part ${chunks} of ${uri}`])[0] as never);
    const facts = { ...factsOf(uri, ['parts']), pending, chunks };
    const segments = [await segment.seal()];
    await writer.publish(isWhole ? { segments, documents: [facts] } : { segments, unfinished: [facts] });
  });
}

const names = ['/a/1', '/a/2', '/a/sub/3', '/b/1', '/b/2', 'note:1'];
const name = fc.constantFrom(...names);
const step = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), name, texts: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('publish all' as const) }),
  fc.record({ do: fc.constant('write' as const), name, isWhole: fc.boolean() }),
  fc.record({ do: fc.constantFrom('alias' as const, 'move' as const), name, other: name }),
  fc.record({ do: fc.constant('label' as const), name, kind: fc.constantFrom('test', 'other', null) }),
  fc.record({ do: fc.constantFrom('release' as const, 'remove' as const), name }),
  fc.record({ do: fc.constantFrom('compact' as const, 'setting' as const, 'look' as const, 'read' as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(library: Library, given: Step, number: number): Promise<void> {
  if (given.do === 'publish') {
    const texts = Array.from({ length: given.texts }, (_, i) => `${given.name} ${number} ${i}`);
    await library.write((writer) => publish(writer, { [given.name]: texts }));
  } else if (given.do === 'publish all') {
    await library.write((writer) =>
      publish(writer, Object.fromEntries(names.map((uri) => [uri, [`${uri} ${number}`]]))),
    );
  } else if (given.do === 'write') await write(library, given.name, given.isWhole);
  else if (given.do === 'alias' || given.do === 'move') {
    const id = library.findDocument(given.name)?.id;
    if (id === undefined) return;
    const named = [{ document: id, uri: given.other, name: given.other, bytes: 1 }];
    await library.write((writer) => writer.publish(given.do === 'alias' ? { aliases: named } : { moves: named }));
  } else if (given.do === 'label') library.label(given.name, { metadata: { kind: given.kind } });
  else if (given.do === 'release') await library.write((writer) => writer.publish({ release: [given.name] }));
  else if (given.do === 'remove') {
    const id = library.findDocument(given.name)?.id;
    if (id !== undefined) await library.write((writer) => writer.publish({ remove: [id] }));
  } else if (given.do === 'compact') {
    await library.write((writer) => writer.compactSegments());
    await library.write((writer) => writer.compactCatalog());
  } else if (given.do === 'setting')
    await library.write(async (writer) => writer.writeSettings({ number: String(number) }));
}

test('a snapshot of what has changed is the same as one of everything, whatever happened in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const library = await openLibrary({ path: await temporaryDirectory() });
      try {
        for (const [number, given] of steps.entries()) {
          await take(library, given, number);
          if (given.do === 'read') await told(library, await library.readSnapshot());
          if (given.do === 'look') await told(library);
        }
        const fresh = await openLibrary({ path: library.paths.root });
        try {
          expect(await told(library)).toEqual(await told(fresh));
        } finally {
          await fresh.close();
        }
      } finally {
        await library.close();
      }
    }),
    { seed: 11, numRuns: 60 },
  );
}, 120_000);

/** Many small documents in one publish. */
function manyDocuments(count: number): Record<string, string[]> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`/a/${String(i).padStart(6, '0')}`, [`text ${i}`]]),
  );
}

/** The least processor time of some tries, in milliseconds: whatever else runs, one of them is as good as undisturbed. */
async function processorTime(work: () => Promise<unknown>, prepare = () => {}, tries = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    prepare();
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Processor time of this thread so far where Node tells it, else of the process: other programs do not count. */
function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

test('after a change only that is read, by snapshots and by scopes, and other work has its turn before', async () => {
  const path = await temporaryDirectory();
  const writer = await newLibrary(path);
  await writer.write((it) => publish(it, manyDocuments(12_000)));
  const scope = { metadata: { kind: 'test' } };

  let longest = 0;
  let last = threadMilliseconds();
  let isWatched = true;
  let turns = 0;
  const watch = () => {
    const now = threadMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
    turns++;
    if (isWatched) setImmediate(watch);
  };
  const library = await newLibrary(path);
  watch();
  const first = await processorTime(async () => (await library.readSnapshot()).scope(scope), undefined, 1);
  isWatched = false;
  expect(turns).toBeGreaterThan(2);
  // Far less than the whole in one go, and the writer's own library still reads everything in one go.
  expect(longest).toBeLessThan(Math.max(20, first / 2));

  let number = 0;
  const label = () => void writer.label('/a/000007', { metadata: { number: number++ } });
  const snapshots = await processorTime(async () => library.snapshot(), label);
  expect(snapshots).toBeLessThan(first / 5);
  const again = await processorTime(async () => library.snapshot().scope(scope), label);
  expect(again).toBeLessThan(first / 5);
  expect((await library.snapshot().scope(scope)).size).toBe(12_000);
}, 60_000);

test('a first snapshot is of one moment, whatever is published while it is being read', async () => {
  const library = await newLibrary();
  await library.write((it) => publish(it, manyDocuments(8000)));
  const states = new Map<number, Awaited<ReturnType<Library['readSnapshot']>>>();
  const keep = () => states.set(library.snapshot().generation, library.snapshot());
  keep();
  let isPublishing = true;
  const publishing = (async () => {
    for (let number = 0; number < 12; number++) {
      // Of its first part, of its last one, and a new one.
      const changed = { [`/a/00000${number % 3}`]: ['new'], [`/a/00799${number % 3}`]: [], [`/b/${number}`]: ['new'] };
      await library.write((it) => publish(it, changed));
      keep();
      library.label(`/a/00001${number % 3}`, { metadata: { number } });
      keep();
    }
    isPublishing = false;
  })();
  let overtaken = 0;
  const read: LibraryState[] = [];
  while (isPublishing) {
    const catalog = openCatalog(library.paths.catalog, nodeFileLayer);
    const { generation } = library.snapshot();
    const state = await createStateReader(catalog).read();
    catalog.close();
    if (state.generation > generation) overtaken++;
    read.push(state);
  }
  await publishing;
  for (const { generation, documents, table } of read) {
    const expected = states.get(generation);
    expect({ documents, segments: table.segments().size }).toMatchObject({
      documents: expected?.documents,
      segments: expected?.segments,
    });
    expect(table.live).toEqual(expected?.chunks);
  }
  expect(overtaken).toBeGreaterThan(0);
}, 60_000);

test('much that was published since the last look is read in parts', async () => {
  const path = await temporaryDirectory();
  const library = await newLibrary(path);
  const empty = await library.readSnapshot();
  expect(empty.chunks.size).toBe(0);
  const writer = await newLibrary(path);
  const documents = Object.entries(manyDocuments(3000));
  for (let i = 0; i < documents.length; i += 700) {
    await writer.write((it) => publish(it, Object.fromEntries(documents.slice(i, i + 700))));
  }
  expect(await told(library, await library.readSnapshot())).toEqual(await told(writer));
}, 60_000);

test('a label changes no live chunks: what is remembered of these stays valid', async () => {
  const library = await newLibrary();
  await library.write((writer) => publish(writer, { a: ['one'], b: ['two'] }));
  const { chunks } = library.snapshot();
  library.label('a', { metadata: { kind: 'other' } });
  expect(library.snapshot().chunks).toBe(chunks);
  await library.write((writer) => writer.publish({ release: ['a'] }));
  expect(library.snapshot().chunks.size).toBe(1);
});

test('changes that are long ago are forgotten by a compaction, and who has not seen them reads everything', async () => {
  const path = await temporaryDirectory();
  const library = await newLibrary(path);
  await library.write((writer) => publish(writer, { a: ['one'], b: ['two'] }));
  const late = await newLibrary(path);
  const scope = { metadata: { kind: 'test' } };
  expect((await late.snapshot().scope(scope)).size).toBe(2);
  await library.write((writer) => writer.publish({ release: ['a'] }));
  await library.write(async (writer) => {
    for (let i = 0; i < 1100; i++) writer.writeSettings({ number: String(i) });
    await writer.compactCatalog();
  });
  const catalog = new Database(library.paths.catalog, { readonly: true });
  expect(catalog.prepare('SELECT count(*) FROM document_changes').pluck().get()).toBe(0);
  catalog.close();
  expect(late.snapshot().chunks.size).toBe(1);
  expect((await late.snapshot().scope(scope)).size).toBe(1);
}, 60_000);

test('a library of the first format is brought to this one', async () => {
  const paths = libraryPaths(await temporaryDirectory());
  await prepareFolder(paths, nodeFileLayer, false);
  const old = new Database(paths.catalog);
  old.pragma('journal_mode = WAL');
  old.exec(migrations[0] ?? '');
  old.pragma(`application_id = ${applicationId}`);
  old.pragma('user_version = 1');
  const insert = old.prepare(
    `INSERT INTO documents VALUES (?, ?, 'a', NULL, NULL, NULL, '', 1, NULL, 'x@1', 'x@1', 'format', '{}', '{}', '{}',
       '{"kind":"test"}', '[]', 1, 2, 0)`,
  );
  old.exec("INSERT INTO segments VALUES ('s', 4, 1, '', 0); INSERT INTO meta VALUES ('generation', '9')");
  for (const id of [1, 2]) {
    insert.run(id, `/old/${id}`);
    old.prepare(`INSERT INTO placements VALUES (?, 2, 's', ?, ?, 1)`).run(10 * id, 2 * id - 2, id);
  }
  old.close();
  const library = await newLibrary(paths.root);
  const snapshot = library.snapshot();
  expect(snapshot).toMatchObject({ generation: 9, documents: 2, segments: 1, chunks: { starts: [10, 20], size: 4 } });
  library.label('/old/1', { metadata: { kind: 'other' } });
  await library.write((writer) => writer.publish({ release: ['/old/2'] }));
  expect(library.snapshot()).toMatchObject({ generation: 11, documents: 1, chunks: { starts: [10], size: 2 } });
  expect((await library.snapshot().scope({ metadata: { kind: 'test' } })).size).toBe(0);
});
