import { appendFile, mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCubo, type WatchOptions } from '../../src/index.ts';
import { openCubo, writeFiles } from '../open-cubo.ts';
import { follow, type SyncStep } from './watching.ts';

const quick = { embedder: false, threads: false, workers: 0 } as const;

async function watching(files: Record<string, string>, options: WatchOptions = {}) {
  const opened = await openCubo(quick);
  const { cubo, documents } = opened;
  await writeFiles(documents, files);
  const watch = cubo.watch(documents, { debounceMilliseconds: 100, ...options });
  const following = follow(watch, documents);
  return { ...opened, watch, following, first: await following.idle() };
}

const found = async (cubo: Awaited<ReturnType<typeof createCubo>>, folder: string, query: string) =>
  (await cubo.search(query, { mode: 'sparse' })).map(({ source }) => source.slice(folder.length + 1));

test('a folder is ingested, and then every change in it', async () => {
  const { cubo, documents, following, first } = await watching({ 'a.txt': 'apples', 'sub/b.txt': 'bananas' });
  expect(first).toEqual({ outcomes: { 'a.txt': 'indexed', 'sub/b.txt': 'indexed' }, changes: [undefined] });
  expect(following.events[0]).toEqual({ type: 'watching', folders: [documents], polling: false });

  await writeFiles(documents, { 'c.txt': 'cherries', 'new/deep/d.txt': 'dates' });
  expect((await following.idle()).outcomes).toEqual({ 'c.txt': 'indexed', 'new/deep/d.txt': 'indexed' });
  await writeFile(join(documents, 'a.txt'), 'apricots');
  expect((await following.idle()).outcomes).toEqual({ 'a.txt': 'indexed' });
  await unlink(join(documents, 'c.txt'));
  expect((await following.idle()).outcomes).toEqual({ 'c.txt': 'removed' });
  expect(await found(cubo, documents, 'apricots')).toEqual(['a.txt']);
  expect(await found(cubo, documents, 'apples cherries')).toEqual([]);
});

describe('what editors and people do', () => {
  test('a file saved by writing another and renaming it over the old one has changed', async () => {
    const { cubo, documents, following } = await watching({ 'letter.txt': 'the first draft' });
    for (const text of ['the second draft', 'the third draft']) {
      await writeFile(join(documents, 'letter.txt.tmp'), text);
      await rename(join(documents, 'letter.txt.tmp'), join(documents, 'letter.txt'));
    }
    expect((await following.idle()).outcomes).toEqual({ 'letter.txt': 'indexed' });
    // As others do: away with the old one, then the new one.
    await rename(join(documents, 'letter.txt'), join(documents, 'letter.txt~'));
    await writeFile(join(documents, 'letter.txt'), 'the fourth draft');
    await unlink(join(documents, 'letter.txt~'));
    expect((await following.idle()).outcomes).toEqual({ 'letter.txt': 'indexed' });
    expect(await found(cubo, documents, 'fourth')).toEqual(['letter.txt']);
    expect([...cubo.documents()]).toHaveLength(1);
  });

  test('a file that is removed and back in the same moment is what it was', async () => {
    const { documents, following } = await watching({ 'a.txt': 'stays the same' });
    await unlink(join(documents, 'a.txt'));
    await writeFile(join(documents, 'a.txt'), 'stays the same');
    expect((await following.idle()).outcomes).toEqual({ 'a.txt': 'unchanged' });
  });

  test('a file that is still growing is waited for', async () => {
    const { cubo, documents, following } = await watching({}, { debounceMilliseconds: 300 });
    const path = join(documents, 'growing.txt');
    for (let i = 0; i < 12; i++) {
      await appendFile(path, `line ${i} of the report\n`);
      await sleep(60);
    }
    await appendFile(path, 'the last word is zebra\n');
    const step = await following.idle();
    expect(step).toEqual({ outcomes: { 'growing.txt': 'indexed' }, changes: [1] });
    expect(await found(cubo, documents, 'zebra')).toEqual(['growing.txt']);
  });

  test('a renamed file and a renamed folder have moved', async () => {
    const { cubo, documents, following } = await watching({ 'a.txt': 'alpha text', 'sub/b.txt': 'beta text' });
    await rename(join(documents, 'a.txt'), join(documents, 'z.txt'));
    const file = (await following.idle()).outcomes;
    expect(Object.keys(file)).toContain('z.txt');
    await rename(join(documents, 'sub'), join(documents, 'other'));
    await following.idle();
    expect([...cubo.documents()].map(({ uri }) => uri.slice(documents.length + 1)).sort()).toEqual([
      'other/b.txt',
      'z.txt',
    ]);
    expect(await found(cubo, documents, 'alpha')).toEqual(['z.txt']);
  });

  test('a folder that is removed, and back', async () => {
    const { cubo, documents, following } = await watching({ 'keep.txt': 'kept', 'sub/b.txt': 'bb', 'sub/c.txt': 'cc' });
    await rm(join(documents, 'sub'), { recursive: true });
    expect((await following.idle()).outcomes).toEqual({ 'sub/b.txt': 'removed', 'sub/c.txt': 'removed' });
    await writeFiles(documents, { 'sub/c.txt': 'cc again' });
    expect((await following.idle()).outcomes).toEqual({ 'sub/c.txt': 'indexed' });
    await writeFile(join(documents, 'sub/c.txt'), 'and changed');
    expect((await following.idle()).outcomes).toEqual({ 'sub/c.txt': 'indexed' });
    expect([...cubo.documents()]).toHaveLength(2);
  });

  test('a file whose place a folder takes, and a folder whose place a file takes', async () => {
    const { cubo, documents, following } = await watching({ 'f.txt': 'was a file', 'g.txt/in.txt': 'was in a folder' });
    await rm(join(documents, 'f.txt'));
    await writeFiles(documents, { 'f.txt/in.txt': 'is in a folder' });
    await rm(join(documents, 'g.txt'), { recursive: true });
    await writeFile(join(documents, 'g.txt'), 'is a file');
    const uris = () => [...cubo.documents()].map(({ uri }) => uri.slice(documents.length + 1)).sort();
    await expect.poll(uris, { timeout: 10_000 }).toEqual(['f.txt/in.txt', 'g.txt']);
    await following.idle();
    expect(await found(cubo, documents, 'was')).toEqual([]);
  });

  test('many files at once', async () => {
    const { documents, following } = await watching({}, { debounceMilliseconds: 300 });
    const count = 150;
    const names = Array.from({ length: count }, (_, i) => `${i % 10}/${i}.txt`);
    await writeFiles(documents, Object.fromEntries(names.map((name, i) => [name, `note ${i}`])));
    const done = new Set<string>();
    for (let step: SyncStep; done.size < count; ) {
      step = await following.idle();
      for (const [name, outcome] of Object.entries(step.outcomes)) {
        expect(['indexed', 'unchanged']).toContain(outcome);
        done.add(name);
      }
    }
    expect(done).toEqual(new Set(names));
  });
});

describe('the folder itself', () => {
  test('when it is away its documents stay, and when it is back it is looked at', async () => {
    const { cubo, documents, following } = await watching({ 'a.txt': 'one', 'b.txt': 'two' });
    await rename(documents, `${documents}-away`);
    await following.until((event) => event.type === 'watch-problem' && event.code === 'CUBO_PATH_NOT_FOUND');
    expect([...cubo.documents()]).toHaveLength(2);
    await unlink(join(`${documents}-away`, 'b.txt'));
    await rename(`${documents}-away`, documents);
    await following.until((event) => event.type === 'file-finish' && event.outcome === 'removed');
    await following.idle();
    await writeFile(join(documents, 'c.txt'), 'three');
    await following.until((event) => event.type === 'file-finish' && event.source === join(documents, 'c.txt'));
    await following.idle();
    expect([...cubo.documents()].map(({ uri }) => uri.slice(documents.length + 1))).toEqual(['a.txt', 'c.txt']);
  });

  test('when an empty one is in its place from the beginning its documents stay, and when it is back it is looked at', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'a.txt': 'one', 'b.txt': 'two' });
    await cubo.ingest(documents);
    await rename(documents, `${documents}-away`);
    await mkdir(documents);
    const following = follow(cubo.watch(documents, { debounceMilliseconds: 50 }), documents);
    const kept = await following.until((event) => event.type === 'file-finish');
    expect(kept).toMatchObject({ outcome: 'skipped', code: 'CUBO_FOLDER_EMPTY', source: documents });
    await following.idle();
    expect([...cubo.documents()]).toHaveLength(2);
    await unlink(join(`${documents}-away`, 'b.txt'));
    await rename(`${documents}-away`, documents);
    await following.until((event) => event.type === 'file-finish' && event.outcome === 'removed');
    await following.idle();
    await unlink(join(documents, 'a.txt'));
    expect((await following.idle()).outcomes).toEqual({ 'a.txt': 'removed' });
  });

  test('one that does not exist, or is no folder, is refused at once', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'a.txt': 'a' });
    const refused: [() => unknown, string][] = [
      [() => cubo.watch(join(documents, 'none')), 'CUBO_PATH_NOT_FOUND'],
      [() => cubo.watch(join(documents, 'a.txt')), 'CUBO_BAD_ARGUMENT'],
      [() => cubo.watch([]), 'CUBO_BAD_ARGUMENT'],
      [() => cubo.watch(''), 'CUBO_BAD_ARGUMENT'],
      [() => cubo.watch(documents, { debounceMilliseconds: -1 }), 'CUBO_BAD_ARGUMENT'],
      [() => cubo.watch(documents, { polling: 1 }), 'CUBO_BAD_ARGUMENT'],
      [() => cubo.watch(documents, { include: ['/x'] }), 'CUBO_BAD_ARGUMENT'],
      [() => cubo.watch(documents, { allowEmpty: 1 as never }), 'CUBO_BAD_ARGUMENT'],
    ];
    for (const [watch, code] of refused) expect(watch).toThrow(expect.objectContaining({ code }));
  });

  test.skipIf(process.platform === 'win32')('may be a link, and one with the library in it', async () => {
    const { cubo, documents, directory } = await openCubo(quick);
    await symlink(directory, join(directory, 'documents', 'loop'));
    const link = `${directory}-link`;
    await symlink(directory, link);
    onTestFinished(() => unlink(link));
    const following = follow(cubo.watch(link, { debounceMilliseconds: 50 }), link);
    await following.idle();
    await writeFile(join(documents, 'a.txt'), 'through the link');
    expect((await following.idle()).outcomes).toEqual({ 'documents/a.txt': 'indexed' });
    // The library's own files, which that has changed, are no change.
    await sleep(300);
    expect(following.events.at(-1)).toEqual({ type: 'sync', state: 'idle' });
  });
});

test('rules count for changes as for the whole folder, and a changed .gitignore is heeded', async () => {
  const { cubo, documents, following, first } = await watching(
    { 'a.txt': 'a', 'b.md': 'b', 'drafts/c.txt': 'c', '.gitignore': 'secret*\n', 'secret1.txt': 's1' },
    {
      include: ['**/*.txt'],
      exclude: ['drafts'],
      gitignore: true,
      categories: { 'in/**': 'Inbox' },
      metadata: { a: 1 },
    },
  );
  expect(first.outcomes).toEqual({ 'a.txt': 'indexed' });
  const changes = { 'd.txt': 'd', 'e.md': 'e', 'drafts/f.txt': 'f', 'secret2.txt': 's2', '.hidden/g.txt': 'g' };
  await writeFiles(documents, { ...changes, 'in/h.txt': 'h' });
  expect((await following.idle()).outcomes).toEqual({ 'd.txt': 'indexed', 'in/h.txt': 'indexed' });
  expect([...cubo.documents()].at(-1)?.metadata).toEqual({ a: 1, category: 'Inbox' });
  await writeFile(join(documents, '.gitignore'), '# nothing\n');
  const { outcomes } = await following.idle();
  expect(outcomes).toMatchObject({ 'secret1.txt': 'indexed', 'secret2.txt': 'indexed' });
});

test('by polling', async () => {
  const { documents, following } = await watching({ 'a.txt': 'a' }, { polling: 50 });
  expect(following.events[0]).toMatchObject({ type: 'watching', polling: true });
  await writeFile(join(documents, 'b.txt'), 'b');
  expect((await following.idle()).outcomes).toEqual({ 'b.txt': 'indexed' });
  await mkdir(join(documents, 'empty'));
});

describe('the end of a watch', () => {
  test('close ends the events quietly, and leaving the loop closes it', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'a.txt': 'a' });
    const left = cubo.watch(documents);
    for await (const event of left) if (event.type === 'sync' && event.state === 'idle') break;
    await left.close();
    const closed = cubo.watch(documents);
    await closed.close();
    await closed.close();
    const types: string[] = [];
    for await (const { type } of closed) types.push(type);
    expect(types).not.toContain('done');
    await writeFile(join(documents, 'b.txt'), 'b');
    await sleep(200);
    expect([...cubo.documents()]).toHaveLength(1);
  });

  test('a signal and the end of the knowledge base are thrown', async () => {
    const { cubo, documents } = await openCubo(quick);
    const stop = new AbortController();
    const stopped = follow(cubo.watch(documents, { signal: stop.signal }), documents);
    const other = follow(cubo.watch(documents), documents);
    await stopped.idle();
    stop.abort(new Error('enough'));
    await expect(stopped.idle()).rejects.toThrow('enough');
    await other.idle();
    await cubo.close();
    await expect(other.idle()).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  });

  test('close does not wait for the reader who asks for it', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`${i}.txt`, `note ${i}`])));
    const watch = cubo.watch(documents);
    for await (const event of watch) {
      if (event.type !== 'file-start') continue;
      // The watch goes on until this reader is too far behind.
      for (let before = -1, count = 0; count === 0 || count > before; await sleep(1000)) {
        before = count;
        count = [...cubo.documents()].length;
      }
      await watch.close();
      break;
    }
    expect([...cubo.documents()].length).toBeGreaterThan(400);
  });

  test('unread events are no reason to stop', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'a.txt': 'a' });
    await using _ = cubo.watch(documents, { debounceMilliseconds: 50 });
    while ([...cubo.documents()].length < 1) await sleep(20);
    await writeFile(join(documents, 'b.txt'), 'b');
    while ([...cubo.documents()].length < 2) await sleep(20);
  });
});

test('another writer is waited for', async () => {
  const { cubo, documents, directory } = await openCubo({ ...quick, lockTimeoutMilliseconds: 50 });
  await writeFiles(documents, { 'a.txt': 'a' });
  const other = await createCubo({ path: join(directory, 'library'), ...quick });
  onTestFinished(() => other.close());
  const ingest = other.ingest(documents);
  // It holds the lock as long as its events are not read.
  await ingest.next();
  const following = follow(cubo.watch(documents), documents);
  await following.until((event) => event.type === 'sync' && event.state === 'waiting');
  await ingest.return();
  expect((await following.idle()).outcomes).toEqual({ 'a.txt': 'indexed' });
});
