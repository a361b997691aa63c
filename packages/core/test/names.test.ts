import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Cubo, textSource } from '../src/index.ts';
import { collect, finish, openCubo, writeFiles } from './open-cubo.ts';

const lease = 'The tenant may end the lease with a notice period of three months.';

async function outcomesOf(cubo: Cubo, input: string): Promise<Record<string, [string, string | undefined]>> {
  const events = await collect(cubo.ingest(input));
  return Object.fromEntries(
    events.flatMap((event) =>
      event.type === 'file-finish'
        ? [[event.source, [event.outcome, event.original] as [string, string | undefined]]]
        : [],
    ),
  );
}

const namesOf = (cubo: Cubo) =>
  [...cubo.documents()].map(({ uri, aliases }) => [uri, ...aliases.map((alias) => alias.uri)]);

describe('a file with the same bytes under another name', () => {
  test('is the same document when the old file is gone, with its ids and its labels', async () => {
    const { cubo, documents } = await openCubo();
    await writeFiles(documents, { 'a/lease.txt': lease });
    await finish(cubo.ingest(documents));
    const [old, moved] = [join(documents, 'a/lease.txt'), join(documents, 'b/lease.txt')];
    await cubo.label(old, { matter: 12 });
    const [before] = await cubo.search('notice period');
    await mkdir(join(documents, 'b'));
    await rename(old, moved);
    expect(await outcomesOf(cubo, documents)).toEqual({ [moved]: ['moved', old] });
    const [hit] = await cubo.search('notice period', { scope: { sources: [join(documents, 'b')] } });
    expect(hit).toMatchObject({ id: before?.id, source: moved });
    expect([...cubo.documents()]).toMatchObject([
      { uri: moved, name: 'lease.txt', metadata: { matter: 12 }, version: 1 },
    ]);
    expect(await outcomesOf(cubo, documents)).toEqual({ [moved]: ['unchanged', undefined] });
    expect((await cubo.doctor()).problems).toEqual([]);
  });

  test('is written anew when its old name was its title', async () => {
    const { cubo, documents } = await openCubo();
    await writeFiles(documents, { 'lease.txt': lease });
    await finish(cubo.ingest(documents));
    const [old, moved] = [join(documents, 'lease.txt'), join(documents, 'contract.txt')];
    const [{ id } = { id: -1 }] = [...cubo.documents()];
    await rename(old, moved);
    expect(await outcomesOf(cubo, documents)).toEqual({ [moved]: ['moved', old] });
    expect([...cubo.documents()]).toMatchObject([{ id, uri: moved, title: 'contract', version: 2 }]);
    expect(await cubo.search('contract', { mode: 'sparse' })).toHaveLength(1);
    expect((await cubo.search('lease', { mode: 'sparse' }))[0]?.title).toBe('contract');
    expect((await cubo.doctor()).problems).toEqual([]);
  });

  test('is stored once while both are there, and found under both names', async () => {
    const { cubo, documents } = await openCubo();
    await writeFiles(documents, {
      'a/lease.txt': lease,
      'b/lease.txt': lease,
      'c/other.txt': 'The ferry leaves at noon.',
    });
    const [a, b] = [join(documents, 'a/lease.txt'), join(documents, 'b/lease.txt')];
    // In one run, before anything of it is published.
    expect(await outcomesOf(cubo, documents)).toMatchObject({ [a]: ['indexed', undefined], [b]: ['duplicate', a] });
    expect((await cubo.status()).chunks).toBe(2);
    expect(namesOf(cubo)).toEqual([[a, b], [join(documents, 'c/other.txt')]]);
    for (const [folder, source] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const hits = await cubo.search('notice period', { scope: { sources: [join(documents, folder)] } });
      expect(hits.map((hit) => hit.source)).toEqual([source]);
    }
    expect(Object.values(await outcomesOf(cubo, documents)).map(([outcome]) => outcome)).toEqual(
      Array(3).fill('unchanged'),
    );
  });

  test.each(['a/lease.txt', 'b/lease.txt'])(
    'stays when one of the names, %s, is deleted or its file is gone',
    async (name) => {
      const { cubo, documents } = await openCubo();
      const files = { 'a/lease.txt': lease, 'b/lease.txt': lease };
      await writeFiles(documents, files);
      await finish(cubo.ingest(documents));
      const gone = join(documents, name);
      const kept = join(documents, name.startsWith('a') ? 'b/lease.txt' : 'a/lease.txt');
      expect(await cubo.delete(gone)).toEqual({ source: gone, chunks: 0, remaining: [kept] });
      expect(namesOf(cubo)).toEqual([[kept]]);
      expect((await cubo.search('notice period')).map((hit) => hit.source)).toEqual([kept]);
      expect(await outcomesOf(cubo, documents)).toMatchObject({ [gone]: ['duplicate', kept] });
      await rm(gone);
      expect(await outcomesOf(cubo, documents)).toEqual({
        [kept]: ['unchanged', undefined],
        [gone]: ['removed', undefined],
      });
      expect(namesOf(cubo)).toEqual([[kept]]);
      expect((await cubo.doctor()).problems).toEqual([]);
      await rm(kept);
      await outcomesOf(cubo, documents);
      expect(namesOf(cubo)).toEqual([]);
    },
  );

  test.each(['a/lease.txt', 'b/lease.txt'])('becomes a document of its own when %s changes', async (name) => {
    const { cubo, documents } = await openCubo();
    await writeFiles(documents, { 'a/lease.txt': lease, 'b/lease.txt': lease });
    await finish(cubo.ingest(documents));
    const changed = join(documents, name);
    const kept = join(documents, name.startsWith('a') ? 'b/lease.txt' : 'a/lease.txt');
    await writeFile(changed, 'The landlord may do the same with a notice period of six months.');
    expect(await outcomesOf(cubo, documents)).toEqual({
      [changed]: ['indexed', undefined],
      [kept]: ['unchanged', undefined],
    });
    expect(namesOf(cubo)).toEqual([[changed], [kept]].sort());
    const hits = await cubo.search('notice period');
    expect(hits.map(({ source, text }) => [source, text.includes('tenant')]).sort()).toEqual(
      [
        [changed, false],
        [kept, true],
      ].sort(),
    );
    expect((await cubo.doctor()).problems).toEqual([]);
    await copyFile(changed, kept);
    expect(await outcomesOf(cubo, documents)).toMatchObject({ [kept]: ['duplicate', changed] });
    expect(namesOf(cubo)).toEqual([[changed, kept]]);
    expect((await cubo.status()).chunks).toBe(1);
  });

  test('takes the place of a changed file that it is moved over', async () => {
    const { cubo, documents } = await openCubo();
    await writeFiles(documents, { 'a/lease.txt': lease, 'b/lease.txt': 'A draft.' });
    await finish(cubo.ingest(documents));
    const [a, b] = [join(documents, 'a/lease.txt'), join(documents, 'b/lease.txt')];
    await rename(a, b);
    expect(await outcomesOf(cubo, documents)).toEqual({ [b]: ['moved', a] });
    expect(namesOf(cubo)).toEqual([[b]]);
    expect((await cubo.status()).chunks).toBe(1);
    expect(await cubo.search('draft', { mode: 'sparse' })).toEqual([]);
    expect((await cubo.doctor()).problems).toEqual([]);
  });

  test('is not taken for another when the host names it, or says something else of it', async () => {
    const { cubo, documents } = await openCubo();
    await writeFiles(documents, { 'lease.txt': lease });
    await finish(cubo.ingest(documents));
    const source = (uri: string, metadata?: Record<string, string>) => textSource({ uri, text: lease, metadata });
    await finish(
      cubo.ingest([source('client:1'), source('client:2'), source(join(documents, 'x.txt'), { client: 'Rossi' })]),
    );
    expect([...cubo.documents()]).toHaveLength(4);
  });
});

describe('labels', () => {
  test('are changed without reading the document again, and stay through an ingest that gives the same as before', async () => {
    const { cubo, documents } = await openCubo();
    const page = (author: string, text: string) => `<meta name="author" content="${author}"><p>${text}</p>`;
    await writeFiles(documents, { 'note.html': page('Rossi', lease) });
    const path = join(documents, 'note.html');
    await finish(cubo.ingest(documents));
    const found = async (metadata: Record<string, string | number>) =>
      (await cubo.search('lease', { scope: { metadata } })).length;
    expect(await found({ author: 'Rossi' })).toBe(1);
    expect(await cubo.label(path, { author: 'Bianchi', year: 2026 })).toEqual({ author: 'Bianchi', year: 2026 });
    expect([await found({ author: 'Rossi' }), await found({ author: 'Bianchi' }), await found({ year: 2026 })]).toEqual(
      [0, 1, 1],
    );
    expect((await finish(cubo.ingest(documents))).outcomes.unchanged).toBe(1);
    expect(await found({ author: 'Bianchi' })).toBe(1);
    await writeFile(path, page('Verdi', `${lease} Signed.`));
    expect((await finish(cubo.ingest(documents))).outcomes.indexed).toBe(1);
    expect([...cubo.documents()]).toMatchObject([{ metadata: { author: 'Bianchi', year: 2026 }, version: 2 }]);
    expect(await cubo.label(path, { author: null, year: null })).toEqual({});
    expect(await cubo.label(path, { client: 'Bianchi' }, { replace: true })).toEqual({ client: 'Bianchi' });
    expect(await cubo.label(path, {}, { replace: true })).toEqual({});
    await expect(cubo.label('nothing', {})).rejects.toMatchObject({ code: 'CUBO_DOCUMENT_NOT_FOUND' });
    await expect(cubo.label(path, { a: {} } as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  });

  test('that the host gives with a source win over changed ones when they change', async () => {
    const { cubo } = await openCubo();
    const give = (metadata: Record<string, string>) =>
      finish(cubo.ingest([textSource({ uri: 'x:1', text: lease, metadata })]));
    const labels = () => [...cubo.documents()][0]?.metadata;
    await give({ state: 'open', client: 'Rossi' });
    await cubo.label('x:1', { state: 'closed', client: 'Bianchi' });
    await give({ state: 'open', client: 'Rossi' });
    expect(labels()).toEqual({ state: 'closed', client: 'Bianchi' });
    expect((await give({ state: 'paid', client: 'Rossi' })).outcomes).toMatchObject({ unchanged: 1, indexed: 0 });
    expect(labels()).toEqual({ state: 'paid', client: 'Bianchi' });
  });

  test('can be changed while an ingest is running', async () => {
    const { cubo } = await openCubo();
    await finish(cubo.ingest([textSource({ uri: 'x:1', text: lease })]));
    const sources = async function* () {
      yield textSource({ uri: 'x:2', text: 'The ferry leaves at noon.' });
      await cubo.label('x:1', { seen: true });
      expect(await cubo.search('lease', { scope: { metadata: { seen: true } } })).toHaveLength(1);
      yield textSource({ uri: 'x:1', text: `${lease} Signed.` });
    };
    await finish(cubo.ingest(sources()));
    expect([...cubo.documents()][0]).toMatchObject({ metadata: { seen: true }, version: 2 });
  });
});

test('what became of a job can be asked for by its id after a restart', async () => {
  const { cubo, documents, directory } = await openCubo();
  await writeFiles(documents, { 'a.txt': lease, 'b.txt': lease, 'c.xyz': '\u0000\u0001', 'empty.txt': '' });
  const { job } = await finish(cubo.ingest(documents));
  await cubo.close();
  const { createCubo } = await import('../src/index.ts');
  const again = await createCubo({ workers: 0, path: join(directory, 'library') });
  expect(again.job(job)).toMatchObject({
    id: job,
    state: 'done',
    files: { retrying: 0, done: 4 },
    outcomes: { indexed: 1, duplicate: 1, skipped: 2 },
    skipped: [{ path: join(documents, 'c.xyz') }, { path: join(documents, 'empty.txt'), code: 'CUBO_SOURCE_EMPTY' }],
  });
  expect(() => again.job('nothing')).toThrow(/no job nothing/);
  await again.close();
});
