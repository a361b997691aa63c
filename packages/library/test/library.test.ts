import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkSetFromIds, type Scope } from '@cubo/contracts';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openLibrary } from '../src/index.ts';
import { contents, publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

test('what is published is there after a reopen, with ids that never change', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  const ids = await library.write((writer) => publish(writer, { a: ['one', 'two'], b: ['three'] }));
  await library.close();
  const reopened = await openLibrary({ path });
  const chunks = await reopened.snapshot().read(ids);
  expect(ids.map((id) => chunks.get(id)?.text)).toEqual(['one', 'two', 'three']);
  expect(chunks.get(ids[1] ?? -1)).toMatchObject({
    source: 'a',
    title: 'Title of a',
    ordinal: 1,
    locator: { kind: 'characters', start: 3, end: 6 },
  });
  expect(reopened.findDocument('a')).toMatchObject({ version: 1, chunks: 2, metadata: { kind: 'test' } });
  await reopened.close();
});

test('a snapshot does not change while documents are replaced and deleted', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  const ids = await library.write((writer) => publish(writer, { a: ['old'], b: ['kept'] }));
  const old = library.snapshot();
  await library.write((writer) => publish(writer, { a: ['new'] }));
  expect(old.chunks.size).toBe(2);
  expect((await old.read(ids)).get(ids[0] ?? -1)?.text).toBe('old');
  expect(await contents(library)).toEqual({ a: ['new'], b: ['kept'] });
  expect(library.snapshot()).toBe(library.snapshot());
  await library.close();
});

test('a scope admits documents by source, by folder and by metadata', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  const ids = await library.write((writer) => publish(writer, { '/x/a': ['1'], '/x/y/b': ['2'], '/xy': ['3'] }));
  const snapshot = library.snapshot();
  expect(await snapshot.scope({ sources: ['/x'] })).toEqual(chunkSetFromIds(ids.slice(0, 2)));
  expect((await snapshot.scope({ sources: ['/x/'] })).size).toBe(2);
  expect((await snapshot.scope({ sources: ['/xy', '/x/y/b'] })).size).toBe(2);
  expect((await snapshot.scope({ sources: [] })).size).toBe(0);
  expect((await snapshot.scope({ metadata: { kind: ['test', 'other'] } })).size).toBe(3);
  expect((await snapshot.scope({ metadata: { kind: 'other' } })).size).toBe(0);
  expect((await snapshot.scope({})).size).toBe(3);
  const documents = (scope?: Scope) => Array.from(library.documents(scope), ({ uri }) => uri);
  expect(documents()).toEqual(['/x/a', '/x/y/b', '/xy']);
  expect(documents({})).toEqual(documents());
  expect(documents({ sources: ['/x'] })).toEqual(['/x/a', '/x/y/b']);
  expect(documents({ sources: ['/x'], metadata: { kind: 'other' } })).toEqual([]);
  await library.close();
});

test('doctor finds a damaged segment, and repair takes just its documents out', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.write((writer) => publish(writer, { b: ['two'] }));
  expect(await library.check()).toEqual([]);
  const [segment] = await library.files.list(library.paths.segments);
  const file = join(library.paths.segments, segment?.name ?? '', 'chunks.parquet');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
  await writeFile(file, bytes);
  const problems = await library.check();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ severity: 'error', code: 'CUBO_SEGMENT_CORRUPT', path: file });
  const lost = await library.repair();
  expect(lost).toEqual(problems[0]?.documents);
  expect(await library.check()).toEqual([]);
  expect(Object.keys(await contents(library))).toHaveLength(1);
  await library.close();
});

test('truncated and missing segments are named, not crashed on', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  const ids = await library.write((writer) => publish(writer, { a: ['one', 'two'] }));
  const [segment] = await library.files.list(library.paths.segments);
  const file = join(library.paths.segments, segment?.name ?? '', 'chunks.parquet');
  await truncate(file, 40);
  await expect(library.snapshot().read(ids)).rejects.toMatchObject({ code: 'CUBO_SEGMENT_CORRUPT' });
  await rm(file);
  await expect(library.snapshot().read(ids)).rejects.toMatchObject({ code: 'CUBO_SEGMENT_CORRUPT' });
  expect((await library.check())[0]).toMatchObject({ code: 'CUBO_SEGMENT_CORRUPT', documents: ['a'] });
  await library.close();
});

test.each(['the file', 'the folder'])('a segment in whose place is something else than %s is damaged', async (what) => {
  const path = await temporaryDirectory();
  const first = await openLibrary({ path });
  await first.write((writer) => publish(writer, { a: ['one'] }));
  const [segment] = await first.files.list(first.paths.segments);
  await first.write((writer) => publish(writer, { b: ['two'] }));
  const folder = join(first.paths.segments, segment?.name ?? '');
  const file = join(folder, 'chunks.parquet');
  await first.close();
  await rm(what === 'the file' ? file : folder, { recursive: true });
  if (what === 'the file') await mkdir(file);
  else await writeFile(folder, 'a file');
  const library = await openLibrary({ path });
  const problems = await library.check();
  expect(problems).toMatchObject([{ severity: 'error', code: 'CUBO_SEGMENT_CORRUPT', path: file, documents: ['a'] }]);
  expect(await library.repair()).toEqual(['a']);
  expect(await library.check()).toEqual([]);
  expect(Object.keys(await contents(library))).toHaveLength(1);
  await library.close();
});

test('a library whose folder of segments is gone is repaired, and written to again', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await rm(library.paths.segments, { recursive: true });
  expect(await library.repair()).toEqual(['a']);
  await library.write((writer) => publish(writer, { b: ['two'] }));
  expect(await library.check()).toEqual([]);
  expect(Object.keys(await contents(library))).toHaveLength(1);
  await library.close();
});

test('a catalog that is truncated while it is open is a problem that a check names', async () => {
  const path = await temporaryDirectory();
  await (await openLibrary({ path })).close();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await truncate(library.paths.catalog, 0);
  expect(await library.check()).toMatchObject([
    { severity: 'error', code: 'CUBO_LIBRARY_INVALID', path: library.paths.catalog },
  ]);
  await expect(library.repair()).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
  await library.close();
});

test('paths that are no library are refused with a remedy, and nothing in them is touched', async () => {
  const path = await temporaryDirectory();
  const file = join(path, 'file');
  await writeFile(file, 'mine');
  await expect(openLibrary({ path: file })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID', path: file });
  await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
  await expect(openLibrary({ path: '' })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await rm(file);
  await writeFile(
    join(path, 'catalog.sqlite'),
    'this is not a database, but long enough to be looked at as one'.repeat(50),
  );
  await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
  await rm(join(path, 'catalog.sqlite'));
  const foreign = new Database(join(path, 'catalog.sqlite'));
  foreign.exec('CREATE TABLE songs (name TEXT)');
  foreign.close();
  await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
});

test('a library that must exist is not made', async () => {
  const path = join(await temporaryDirectory(), 'library');
  const opening = openLibrary({ path, mustExist: true });
  await expect(opening).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID', path });
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await (await openLibrary({ path })).close();
  await (await openLibrary({ path, mustExist: true })).close();
});

test('a folder in the place of the catalog is refused', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path: join(path, 'library', 'catalog.sqlite') });
  await library.close();
  await expect(openLibrary({ path: join(path, 'library') })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
});

test('a library of a newer format is refused', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.close();
  const catalog = new Database(join(path, 'catalog.sqlite'));
  catalog.pragma('user_version = 99');
  catalog.close();
  await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_TOO_NEW' });
});

test('a full disk while publishing is reported with its path, and the old state stays', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.close();
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const { nodeFileLayer, storageError } = await import('../src/index.ts');
  const failing = await openLibrary({
    path,
    files: {
      ...nodeFileLayer,
      async create(file) {
        const real = await nodeFileLayer.create(file);
        return { ...real, write: () => Promise.reject(storageError(full, 'write', file)) };
      },
    },
  });
  const error = await failing.write((writer) => publish(writer, { b: ['two'] })).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'CUBO_STORAGE_FAILED', path: expect.stringContaining('chunks.parquet') });
  expect(String(error)).toContain('Free some space');
  await failing.close();
  const reopened = await openLibrary({ path });
  expect(await contents(reopened)).toEqual({ a: ['one'] });
  expect(await reopened.check()).toEqual([]);
  await reopened.close();
});

test('segments in which nothing lives are removed from the disk', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  await library.write((writer) => publish(writer, { a: ['secret marker'] }));
  const id = library.findDocument('a')?.id ?? -1;
  await library.write((writer) => writer.publish({ remove: [id] }).then(() => {}));
  expect(await library.files.list(library.paths.segments)).toEqual([]);
  expect((await stat(library.paths.segments)).isDirectory()).toBe(true);
  await library.close();
});

test('a missing or empty catalog beside stored documents is refused, and nothing is removed', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.close();
  const catalog = join(path, 'catalog.sqlite');
  const kept = await readFile(catalog);
  for (const damage of [() => truncate(catalog, 0), () => rm(catalog)]) {
    await damage();
    await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID', path: catalog });
  }
  await writeFile(catalog, kept);
  const restored = await openLibrary({ path });
  expect(await contents(restored)).toEqual({ a: ['one'] });
  await restored.close();
});

test('segments that an older catalog knows nothing of are left alone and named', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.close();
  const backup = await readFile(join(path, 'catalog.sqlite'));
  const later = await openLibrary({ path });
  await later.write((writer) => publish(writer, { b: ['two'] }));
  await later.close();
  await writeFile(join(path, 'catalog.sqlite'), backup);
  const restored = await openLibrary({ path });
  expect(await contents(restored)).toEqual({ a: ['one'] });
  expect(await restored.files.list(restored.paths.segments)).toHaveLength(2);
  expect(await restored.check()).toMatchObject([{ severity: 'warning', message: expect.stringContaining('backup') }]);
  await restored.write((writer) => publish(writer, { c: ['three'] }));
  expect(await restored.files.list(restored.paths.segments)).toHaveLength(3);
  await restored.close();
});

test('a damaged page of the catalog is an error of ours, wherever it is met', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.close();
  const bytes = await readFile(join(path, 'catalog.sqlite'));
  bytes.fill(0x5a, 4096);
  await writeFile(join(path, 'catalog.sqlite'), bytes);
  const error = await openLibrary({ path })
    .then(async (opened) => {
      try {
        opened.snapshot();
        [...opened.documents()];
      } finally {
        await opened.close();
      }
    })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
});

test('a writer meets the damaged page of the counters with an error of ours', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.close();
  const catalog = join(path, 'catalog.sqlite');
  const database = new Database(catalog);
  const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'meta'").pluck().get() as number;
  database.close();
  const bytes = await readFile(catalog);
  bytes.fill(0x5a, (page - 1) * 4096, page * 4096);
  await writeFile(catalog, bytes);
  const damaged = await openLibrary({ path });
  await expect(damaged.write(async () => {})).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID', path: catalog });
  await damaged.close();
});

test('a disk that refuses to read is not taken for a damaged segment', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  await library.write((writer) => publish(writer, { a: ['one'] }));
  await library.close();
  const { nodeFileLayer, storageError } = await import('../src/index.ts');
  const busy = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  const failing = await openLibrary({
    path,
    files: { ...nodeFileLayer, open: (file) => Promise.reject(storageError(busy, 'open', file)) },
  });
  await expect(failing.repair()).rejects.toMatchObject({ code: 'CUBO_STORAGE_FAILED' });
  expect([...failing.documents()]).toHaveLength(1);
  await failing.close();
});

test('a scope on an old snapshot does not admit a document that has changed since', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  await library.write((writer) => publish(writer, { a: ['secret'], b: ['kept'] }));
  const old = library.snapshot();
  await library.write((writer) => publish(writer, { a: ['public'] }));
  expect((await old.scope({ metadata: { kind: 'test' } })).size).toBe(1);
  expect((await library.snapshot().scope({ metadata: { kind: 'test' } })).size).toBe(2);
  await library.close();
});
