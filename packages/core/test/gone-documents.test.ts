import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCubo, type PlannedFile } from '../src/index.ts';
import { goneNames } from '../src/ingest/gone-documents.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

test('a hidden file that was ingested by its name stays when its folder is ingested', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, { '.notes/secret.txt': 'The key is under the mat.', 'plain.txt': 'Nothing here.' });
  const hidden = join(documents, '.notes', 'secret.txt');
  await finish(cubo.ingest(hidden));
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ indexed: 1, removed: 0 });
  expect((await cubo.search('key under the mat', { mode: 'sparse' })).map((hit) => hit.source)).toEqual([hidden]);
  await rm(hidden);
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ unchanged: 1, removed: 1 });
});

test('a file whose folder has become a file is gone', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, { 'sub/letter.txt': 'Dear Ms Rossi' });
  await finish(cubo.ingest(documents));
  await rm(join(documents, 'sub'), { recursive: true });
  await writeFile(join(documents, 'sub'), 'now a file, without an extension');
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ removed: 1 });
});

test('a file whose place a folder has taken is gone, and has moved where its text is elsewhere', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  await writeFiles(documents, { notes: 'the old notes', other: 'the lighthouse', 'z.txt': 'stays' });
  await finish(cubo.ingest(documents));
  await rename(join(documents, 'notes'), join(documents, 'moving'));
  await mkdir(join(documents, 'notes'));
  await rename(join(documents, 'moving'), join(documents, 'notes', 'notes.txt'));
  await rm(join(documents, 'other'));
  await writeFiles(documents, { 'other/new.txt': 'something else' });
  const plan: PlannedFile[] = [];
  for await (const file of cubo.plan(documents)) plan.push(file);
  expect(plan).toMatchObject([
    { action: 'moved', source: join(documents, 'notes', 'notes.txt'), original: join(documents, 'notes') },
    { action: 'new', source: join(documents, 'other', 'new.txt') },
    { action: 'unchanged', source: join(documents, 'z.txt') },
    { action: 'removed', source: join(documents, 'other') },
  ]);
  const done = await finish(cubo.ingest(documents));
  expect(done.outcomes).toMatchObject({ moved: 1, indexed: 1, unchanged: 1, removed: 1 });
  expect([...cubo.documents()].map(({ uri }) => uri).sort()).toEqual(
    ['notes/notes.txt', 'other/new.txt', 'z.txt'].map((name) => join(documents, name)),
  );
  expect(await cubo.search('lighthouse', { mode: 'sparse' })).toEqual([]);
});

test('what lies in a folder that could not be read, or outside of the ingested paths, is not gone', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, { 'a/1.txt': 'one', 'ab/2.txt': 'two', 'c/3.txt': 'three', 'seen.txt': 'four' });
  await finish(cubo.ingest(documents));
  await rm(documents, { recursive: true });
  await mkdir(documents);
  const gone = async (options: { paths: string[]; problems: string[] }) => {
    const found: string[] = [];
    const problems = options.problems.map((name) => ({
      path: join(documents, name),
      reason: 'The folder cannot be read.',
      code: 'CUBO_SOURCE_UNREADABLE' as const,
    }));
    const seen = new Set([join(documents, 'seen.txt')]);
    const paths = options.paths.map((name) => join(documents, name));
    const mayBeEmpty = async () => true;
    for await (const name of goneNames({ documents: cubo.documents(), paths, seen, problems, mayBeEmpty })) {
      found.push(
        String(name)
          .slice(documents.length + 1)
          .replaceAll('\\', '/'),
      );
    }
    return found;
  };
  expect(await gone({ paths: ['.'], problems: [] })).toEqual(['a/1.txt', 'ab/2.txt', 'c/3.txt']);
  expect(await gone({ paths: ['.'], problems: ['a'] })).toEqual(['ab/2.txt', 'c/3.txt']);
  expect(await gone({ paths: ['.'], problems: ['.'] })).toEqual([]);
  expect(await gone({ paths: ['a', 'seen.txt'], problems: [] })).toEqual(['a/1.txt']);
});

test('each problem of a scan is looked at once, however many documents were not met', async () => {
  const { cubo, documents } = await openCubo({ embedder: false, threads: false, workers: 0 });
  const texts = Array.from(
    { length: 40 },
    (_, i) => [`${i % 2 === 0 ? 'kept' : 'gone'}/${i}.txt`, `Text ${i}.`] as const,
  );
  await writeFiles(documents, Object.fromEntries(texts));
  await finish(cubo.ingest(documents));
  await rm(documents, { recursive: true });
  await mkdir(documents);
  let looks = 0;
  const problems = Array.from({ length: 100 }, (_, i) => ({
    reason: 'It cannot be read.',
    code: 'CUBO_SOURCE_UNREADABLE' as const,
    get path() {
      looks++;
      return join(documents, i === 50 ? 'kept' : `other-${i}`);
    },
  }));
  const gone: unknown[] = [];
  const mayBeEmpty = async () => true;
  const given = { documents: cubo.documents(), paths: [documents], seen: new Set<string>(), problems, mayBeEmpty };
  for await (const name of goneNames(given)) gone.push(name);
  expect(gone).toHaveLength(20);
  expect(gone).not.toContain(join(documents, 'kept', '0.txt'));
  expect(looks).toBe(problems.length);
});

test('a name is given up by the ingest of a path that it lies in, and by no other', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const text = 'The ferry leaves at noon.';
  await writeFiles(documents, { 'a/1.txt': text, 'b/1.txt': text, 'b/2.txt': text });
  await finish(cubo.ingest(documents));
  await rm(join(documents, 'b'), { recursive: true });
  const names = () => [...cubo.documents()].map(({ uri, aliases }) => [uri, ...aliases.map((alias) => alias.uri)]);
  expect((await finish(cubo.ingest(join(documents, 'a')))).outcomes).toMatchObject({ unchanged: 1, removed: 0 });
  expect(names()[0]).toHaveLength(3);
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ unchanged: 1, removed: 2 });
  expect(names()).toEqual([[join(documents, 'a/1.txt')]]);
});

test('where an empty folder is in the place of one that was ingested, its documents stay', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  const share = join(documents, 'share');
  await writeFiles(documents, {
    'share/a.txt': 'one',
    'share/sub/b.txt': 'two',
    'other/c.txt': 'three',
    'd.txt': 'four',
  });
  await finish(cubo.ingest([share, documents]));
  await rename(share, join(directory, 'disk'));
  await writeFiles(share, { '.keep': '' });
  await mkdir(join(share, 'sub'));
  await rm(join(documents, 'd.txt'));
  const plan: PlannedFile[] = [];
  for await (const file of cubo.plan([share, documents])) plan.push(file);
  expect(plan.filter(({ action }) => action !== 'unchanged')).toMatchObject([
    { action: 'removed', source: join(documents, 'd.txt') },
    { action: 'skipped', source: share, code: 'CUBO_FOLDER_EMPTY' },
  ]);
  const done = await finish(cubo.ingest([share, documents]));
  expect(done.outcomes).toMatchObject({ removed: 1, unchanged: 1, skipped: 1 });
  expect(done.skipped).toEqual([
    {
      path: share,
      code: 'CUBO_FOLDER_EMPTY',
      reason: expect.stringMatching(/2 documents of the library stay.*allowEmpty/),
    },
  ]);
  expect(await cubo.search('two', { mode: 'sparse' })).toHaveLength(1);
  await rm(share, { recursive: true });
  await rename(join(directory, 'disk'), share);
  await rm(join(share, 'a.txt'));
  expect((await finish(cubo.ingest([share, documents]))).outcomes).toMatchObject({ unchanged: 2, removed: 1 });
});

test('the documents of a folder that is still the same go with its last file, also after a restart', async () => {
  const { cubo: first, documents, directory } = await openCubo({ embedder: false });
  await writeFiles(documents, { 'a.txt': 'one', 'sub/b.txt': 'two' });
  await finish(first.ingest(documents));
  await first.close();
  await rm(join(documents, 'a.txt'));
  await rm(join(documents, 'sub'), { recursive: true });
  const cubo = await createCubo({ path: join(directory, 'library'), embedder: false, threads: false, workers: 0 });
  onTestFinished(() => cubo.close());
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ removed: 2, skipped: 0 });
});

test('an empty folder in the place of another is taken at its word when that is said, by a resumed job too', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  await writeFiles(documents, { 'a.txt': 'one' });
  await finish(cubo.ingest(documents));
  await rename(documents, join(directory, 'elsewhere'));
  await mkdir(documents);
  for await (const event of cubo.ingest(documents, { allowEmpty: true })) if (event.type === 'job-start') break;
  expect([...cubo.documents()]).toHaveLength(1);
  expect((await finish(cubo.resume())).outcomes).toMatchObject({ removed: 1, skipped: 0 });
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ removed: 0, skipped: 0 });
});
