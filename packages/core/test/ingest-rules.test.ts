import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type IngestPlan, type PlannedFile, textSource } from '../src/index.ts';
import { collect, finish, openCubo, writeFiles } from './open-cubo.ts';

const quick = { embedder: false, threads: false, workers: 0 } as const;

describe('rules of an ingest', () => {
  test('select and label files, and search and categories know the labels', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, {
      'contracts/lease.md': '---\ncategory: Own\nyear: 1999\n---\nThe notice period is three months.',
      'letters/a.txt': 'A letter about the notice period.',
      'notes.md': '---\ncategory: Private\ntags: [a, b]\n---\nMy notes of the notice period.',
      'drafts/x.txt': 'A draft about the notice period.',
    });
    const rules = {
      exclude: ['drafts'],
      metadata: { client: 'Rossi' },
      categories: { 'contracts/**': 'Contracts', letters: 'Letters' },
    };
    expect((await finish(cubo.ingest(documents, rules))).outcomes).toMatchObject({ indexed: 3, skipped: 0 });
    expect(await cubo.categories()).toEqual([
      { name: 'Contracts', documents: 1 },
      { name: 'Letters', documents: 1 },
      { name: 'Private', documents: 1 },
    ]);
    expect(await cubo.categories('client')).toEqual([{ name: 'Rossi', documents: 3 }]);
    expect(await cubo.categories('year')).toEqual([{ name: '1999', documents: 1 }]);
    expect((await cubo.categories('tags')).map(({ name }) => name)).toEqual(['a', 'b']);
    const inContracts = { scope: { metadata: { category: 'Contracts' } }, mode: 'sparse' } as const;
    expect((await cubo.search('notice period', inContracts)).map(({ source }) => source)).toEqual([
      join(documents, 'contracts', 'lease.md'),
    ]);
    // Nothing has changed, and so nothing is done.
    expect((await finish(cubo.ingest(documents, rules))).outcomes).toMatchObject({ indexed: 0, unchanged: 3 });
    await expect(cubo.categories('')).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  });

  test('labels that were given stay where none are given, and an empty object takes them away', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, {
      'contracts/lease.md': '# Lease\n\nThree months.',
      'b.txt': 'A note.',
      'c.txt': 'Another.',
    });
    const clients = async () => (await cubo.categories('client')).map(({ documents: count }) => count);
    const contracts = async () => (await cubo.categories()).map(({ documents: count }) => count);
    await finish(
      cubo.ingest(documents, {
        metadata: { client: 'Rossi' },
        categories: { '*': 'Notes', 'contracts/**': 'Contracts' },
      }),
    );
    // One file changes, one moves to where another category would be, one by a name that is its title.
    await writeFiles(documents, { 'contracts/lease.md': '# Lease\n\nFour months.' });
    await rename(join(documents, 'b.txt'), join(documents, 'contracts', 'b.txt'));
    await rename(join(documents, 'c.txt'), join(documents, 'd.txt'));
    const planned: string[] = [];
    for await (const { action } of cubo.plan(documents)) planned.push(action);
    expect(planned.sort()).toEqual(['changed', 'moved', 'moved']);
    expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ indexed: 1, moved: 2, removed: 0 });
    expect(await clients()).toEqual([3]);
    expect(await contracts()).toEqual([1, 2]);
    expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ unchanged: 3 });
    expect(await clients()).toEqual([3]);
    // Categories that are given anew are the whole of what is said.
    await finish(cubo.ingest(documents, { categories: { 'contracts/**': 'Contracts' } }));
    expect(await clients()).toEqual([]);
    expect(await contracts()).toEqual([2]);
    await finish(cubo.ingest(documents, { metadata: {} }));
    expect(await contracts()).toEqual([]);
  });

  test('a copy that is given no labels does not take part in those of its original', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'one/a.txt': 'The same note.', 'two/b.txt': 'The same note.' });
    await finish(cubo.ingest(join(documents, 'one'), { metadata: { client: 'Rossi' } }));
    expect((await finish(cubo.ingest(join(documents, 'two')))).outcomes).toMatchObject({ indexed: 1, duplicate: 0 });
    expect(await cubo.categories('client')).toEqual([{ name: 'Rossi', documents: 1 }]);
  });

  test('a document that is left out now stays, until its file is gone', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'a.txt': 'a', 'drafts/b.txt': 'b' });
    await finish(cubo.ingest(documents));
    expect((await finish(cubo.ingest(documents, { exclude: ['drafts'] }))).outcomes).toMatchObject({ removed: 0 });
    await rm(join(documents, 'drafts', 'b.txt'));
    expect((await finish(cubo.ingest(documents, { exclude: ['drafts'] }))).outcomes).toMatchObject({ removed: 1 });
  });

  test.each([false, 1] as const)('an interrupted job goes on by the same rules (threads: %s)', async (threads) => {
    const { cubo, documents } = await openCubo({ embedder: false, threads });
    const files = Array.from({ length: 12 }, (_, i) => [`${i}.${i % 2 ? 'txt' : 'md'}`, `note ${i}`]);
    await writeFiles(documents, Object.fromEntries(files));
    const stop = new AbortController();
    const options = { include: ['*.txt'], metadata: { a: 1 }, categories: { '1*': 'Ones' }, signal: stop.signal };
    const interrupted = (async () => {
      for await (const event of cubo.ingest(documents, options)) if (event.type === 'file-finish') stop.abort();
    })();
    await expect(interrupted).rejects.toThrow();
    await finish(cubo.resume());
    const labels = [...cubo.documents()].map(({ name, metadata }) => [name, metadata]);
    expect(labels).toEqual([
      ['1.txt', { a: 1, category: 'Ones' }],
      ['11.txt', { a: 1, category: 'Ones' }],
      ['3.txt', { a: 1 }],
      ['5.txt', { a: 1 }],
      ['7.txt', { a: 1 }],
      ['9.txt', { a: 1 }],
    ]);
    // The same paths by other rules are another job.
    const [start] = await collect(cubo.ingest(documents));
    expect(start).toMatchObject({ type: 'job-start', resumed: false });
  });

  test('sources of the host get the labels of the call, and no rules of paths', async () => {
    const { cubo } = await openCubo(quick);
    const note = textSource({ uri: 'note:1', text: 'The key is under the mat.', metadata: { a: 'own' } });
    await finish(cubo.ingest([note], { metadata: { a: 'call', b: 2 } }));
    expect([...cubo.documents()].map(({ metadata }) => metadata)).toEqual([{ a: 'own', b: 2 }]);
    expect(() => cubo.ingest([note], { include: ['*'] })).toThrow(/include is for files/);
  });

  test.each([
    [{ include: '*.txt' }],
    [{ exclude: ['!a'] }],
    [{ gitignore: 'yes' }],
    [{ metadata: [] }],
    [{ metadata: { a: { b: 1 } } }],
    [{ metadata: { a: Number.NaN } }],
    [{ categories: ['a'] }],
    [{ categories: { '/a': 'A' } }],
  ])('%j are refused', async (options) => {
    const { cubo, documents } = await openCubo(quick);
    const refusal = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
    expect(() => cubo.ingest(documents, options as never)).toThrow(refusal);
    expect(() => cubo.plan(documents, options as never)).toThrow(refusal);
    expect(() => cubo.watch(documents, options as never)).toThrow(refusal);
  });
});

describe('a plan', () => {
  test('says what the ingest then does, and writes nothing', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, {
      'same.txt': 'stays as it is',
      'edited.txt': 'the old words',
      'gone.txt': 'soon away',
      'old-name.txt': 'moves to another name',
      'copied.txt': 'will be copied',
    });
    await finish(cubo.ingest(documents));
    await writeFiles(documents, {
      'edited.txt': 'the new words',
      'new.txt': 'a new file',
      'new-copy.txt': 'a new file',
      'copy.txt': 'will be copied',
      'moved.txt': 'moves to another name',
      'empty.txt': '',
    });
    await writeFile(join(documents, 'program.bin'), Buffer.from('7f454c4602010100', 'hex'));
    await rm(join(documents, 'gone.txt'));
    await rm(join(documents, 'old-name.txt'));

    const name = (uri: string | undefined) => uri?.slice(documents.length + 1);
    const planned: Record<string, string> = {};
    const originals: Record<string, string | undefined> = {};
    const before = JSON.stringify([...cubo.documents()]);
    const files: PlannedFile[] = [];
    const jobs = (await cubo.status()).jobs.length;
    for await (const file of cubo.plan(documents)) files.push(file);
    for (const { source, action, original } of files) {
      planned[name(source) ?? ''] = action;
      if (original !== undefined) originals[name(source) ?? ''] = name(original);
    }
    expect(planned).toEqual({
      'copied.txt': 'unchanged',
      'copy.txt': 'duplicate',
      'edited.txt': 'changed',
      'empty.txt': 'skipped',
      'gone.txt': 'removed',
      'moved.txt': 'moved',
      'new-copy.txt': 'new',
      'new.txt': 'duplicate',
      'program.bin': 'skipped',
      'same.txt': 'unchanged',
    });
    expect(originals).toEqual({ 'copy.txt': 'copied.txt', 'moved.txt': 'old-name.txt', 'new.txt': 'new-copy.txt' });
    const skipped = files.filter(({ action }) => action === 'skipped');
    expect(skipped.map(({ code }) => code)).toEqual(['CUBO_SOURCE_EMPTY', 'CUBO_FORMAT_UNSUPPORTED']);
    const sums: IngestPlan = await cubo.plan(documents);
    expect(sums).toEqual({
      actions: { new: 1, changed: 1, unchanged: 2, moved: 1, duplicate: 2, skipped: 2, removed: 1 },
      files: 9,
      bytes: 'a new file'.length + 'the new words'.length,
    });
    expect(JSON.stringify([...cubo.documents()])).toBe(before);
    expect((await cubo.status()).jobs).toHaveLength(jobs);

    const done: Record<string, string> = {};
    const reasons = new Map<string, string | undefined>();
    for (const event of await collect(cubo.ingest(documents))) {
      if (event.type !== 'file-finish') continue;
      done[name(event.source) ?? ''] = event.outcome;
      if (event.outcome === 'skipped') reasons.set(event.source, event.reason);
    }
    expect(new Map(skipped.map(({ source, reason }) => [source, reason]))).toEqual(reasons);
    const asOutcome = (action: string) => (action === 'new' || action === 'changed' ? 'indexed' : action);
    expect(done).toEqual(
      Object.fromEntries(Object.entries(planned).map(([file, action]) => [file, asOutcome(action)])),
    );
  });

  test('is made while another writes, heeds rules and signal, and refuses what is not there', async () => {
    const { cubo, documents } = await openCubo(quick);
    await writeFiles(documents, { 'a.txt': 'a', 'b.txt': 'b' });
    const ingest = cubo.ingest(documents);
    await ingest.next();
    expect(await cubo.plan(documents, { exclude: ['b.txt'] })).toMatchObject({ files: 1, actions: { new: 1 } });
    await ingest.return();
    await expect(cubo.plan(join(documents, 'none'))).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND' });
    await expect(cubo.plan(documents, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});

describe('the network', () => {
  test('is off unless the host allows it', async () => {
    const { cubo } = await openCubo(quick);
    await expect(cubo.webPage('https://example.com/')).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
    expect((await cubo.status()).network).toEqual({ allowed: false, connections: 0 });
  });

  test('reaches no private address where it is allowed', async () => {
    const { cubo } = await openCubo({ ...quick, network: { timeoutMilliseconds: 1000 } });
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/', 'http://localhost:8080/']) {
      await expect(cubo.webPage(url)).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
    }
    expect((await cubo.status()).network).toEqual({ allowed: true, connections: 0 });
  });

  test.each([['yes'], [7], [{ timeoutMilliseconds: 0 }], [{ maximumBytes: 'much' }]])(
    '%j is refused',
    async (network) => {
      await expect(openCubo({ ...quick, network: network as never })).rejects.toMatchObject({
        code: 'CUBO_BAD_ARGUMENT',
      });
    },
  );
});
