import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLibrary } from '@cubo/library';
import { expect, onTestFinished, test } from 'vitest';
import { createCubo, textSource } from '../src/index.ts';
import { collect, finish, openCubo, writeFiles } from './open-cubo.ts';

const texts = {
  'lease.md': '# Lease\n\n## Notice\n\nThe notice period is three months to the end of a quarter.\n',
  'sub/letter.txt': 'Dear Ms Rossi, the heating will be repaired on Monday. Kind regards',
  'rates.csv': 'name,rate\nstandard,19\nreduced,7\n',
};

test('new, unchanged, changed and gone files are told apart', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  const first = await finish(cubo.ingest(documents));
  expect(first.outcomes).toMatchObject({ indexed: 3, unchanged: 0, removed: 0, skipped: 0 });
  expect(first).toMatchObject({ files: 3, skipped: [] });
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ indexed: 0, unchanged: 3 });

  await writeFile(join(documents, 'lease.md'), '# Lease\n\nThe notice period is six weeks.\n');
  await rm(join(documents, 'rates.csv'));
  const third = await finish(cubo.ingest(documents));
  expect(third.outcomes).toMatchObject({ indexed: 1, unchanged: 1, removed: 1 });
  expect((await cubo.search('notice period', { mode: 'sparse' })).map((hit) => hit.text)).toEqual([
    expect.stringContaining('six weeks'),
  ]);
  expect(await cubo.search('reduced', { mode: 'sparse' })).toEqual([]);
});

test('an edited file is processed once, however often it is ingested', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  await writeFile(join(documents, 'lease.md'), 'Now it is four months.');
  const indexed: number[] = [];
  const chunks: number[] = [];
  for (let run = 0; run < 5; run++) {
    const done = await finish(cubo.ingest(documents));
    indexed.push(done.outcomes.indexed);
    chunks.push((await cubo.status()).chunks);
  }
  expect(indexed).toEqual([1, 0, 0, 0, 0]);
  expect(new Set(chunks).size).toBe(1);
  expect((await cubo.status()).dense?.chunks).toBe(chunks[0]);
});

test('a deleted file that comes back with the same bytes is found again', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  await rm(join(documents, 'lease.md'));
  await finish(cubo.ingest(documents));
  expect(await cubo.search('notice period', { mode: 'sparse' })).toEqual([]);
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  expect(await cubo.search('notice period', { mode: 'sparse' })).toHaveLength(1);
});

test('a document that goes from A to B and back ends at A', async () => {
  const { cubo, documents } = await openCubo();
  const path = join(documents, 'note.txt');
  for (const text of ['alpha is the first', 'beta is the second', 'alpha is the first']) {
    await writeFile(path, text);
    await finish(cubo.ingest(documents));
  }
  expect((await cubo.search('alpha')).map((hit) => hit.text)).toEqual(['alpha is the first']);
  expect(await cubo.search('beta', { mode: 'sparse' })).toEqual([]);
  expect((await cubo.status()).chunks).toBe(1);
});

test('two ingests at once in one process wait for each other and double nothing', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  const both = await Promise.all([finish(cubo.ingest(documents)), finish(cubo.ingest(documents))]);
  expect(both.map((done) => done.outcomes.indexed).sort()).toEqual([0, 3]);
  expect((await cubo.status()).documents).toBe(3);
  expect((await cubo.doctor()).problems).toEqual([]);
});

test('a second instance is told that the library is locked, and can search meanwhile', async () => {
  const { cubo, documents, directory } = await openCubo();
  await writeFiles(documents, texts);
  const second = await createCubo({ path: join(directory, 'library'), lockTimeoutMilliseconds: 50 });
  for await (const event of cubo.ingest(documents)) {
    if (event.type !== 'publish') continue;
    await expect(finish(second.ingest(documents))).rejects.toMatchObject({ code: 'CUBO_LIBRARY_LOCKED' });
    expect(await second.search('notice period')).toHaveLength(1);
    expect((await second.status()).jobs[0]?.state).toBe('running');
  }
  expect(await second.search('notice period')).not.toEqual([]);
  await second.close();
});

test('a path given twice, or inside another, is ingested once', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  const done = await finish(cubo.ingest([documents, join(documents, 'lease.md'), documents]));
  expect(done.outcomes.indexed).toBe(3);
  expect((await cubo.status()).documents).toBe(3);
});

test('what cannot be read is reported with its reason, and an earlier version stays', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  await writeFile(join(documents, 'lease.md'), new Uint8Array([0, 1, 2, 3, 0, 0, 0, 255, 254, 0, 0, 7, 0, 0]));
  await writeFile(join(documents, 'empty.txt'), '');
  await writeFile(join(documents, 'archive.xyz'), new Uint8Array(200));
  const done = await finish(cubo.ingest(documents));
  expect(done.skipped.map((file) => file.path).sort()).toEqual(
    ['archive.xyz', 'empty.txt', 'lease.md'].map((name) => join(documents, name)),
  );
  for (const { reason, code } of done.skipped) {
    expect(reason.length).toBeGreaterThan(20);
    expect(code).toMatch(/^CUBO_/);
  }
  expect(await cubo.search('notice period', { mode: 'sparse' })).toHaveLength(1);
  expect((await cubo.doctor()).problems).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'what a scan finds and cannot read is skipped by name, like any other file, and status remembers it',
  async () => {
    const { cubo, documents, directory } = await openCubo();
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    await writeFile(join(directory, 'outside.txt'), 'This lies elsewhere.');
    const link = join(documents, 'lease.md');
    await rm(link);
    await symlink(join(directory, 'outside.txt'), link);
    await writeFile(join(documents, 'empty.txt'), '');
    const events = await collect(cubo.ingest(documents));
    const named = events.filter((event) => event.type === 'file-finish' && event.source === link);
    expect(named).toMatchObject([
      {
        outcome: 'skipped',
        code: 'CUBO_SOURCE_UNREADABLE',
        reason: expect.stringContaining(`${link} is a symbolic link`),
      },
    ]);
    const done = events.at(-1);
    expect(done).toMatchObject({ files: 4, outcomes: { skipped: 2, unchanged: 2, removed: 0 } });
    if (done?.type !== 'done') throw new Error('no summary');
    expect(done.skipped.map((file) => file.path)).toEqual([join(documents, 'empty.txt'), link]);
    const [latest, before] = (await cubo.status()).jobs;
    expect(latest?.skipped).toEqual(done.skipped);
    expect(before && 'skipped' in before).toBe(false);
    expect(await cubo.search('notice period', { mode: 'sparse' })).toHaveLength(1);
  },
);

test('unchanged files leave nothing in the record of a job', async () => {
  const { cubo, documents, directory } = await openCubo();
  await writeFiles(documents, { ...texts, 'empty.txt': '' });
  await finish(cubo.ingest(documents));
  await finish(cubo.ingest(documents));
  const library = await openLibrary({ path: join(directory, 'library') });
  onTestFinished(() => library.close());
  const recorded = library.jobs().map((job) => library.jobFiles(job.id).map((file) => file.uri));
  expect(recorded).toEqual([[join(documents, 'empty.txt')], [join(documents, 'empty.txt')]]);
});

test('what a resumed job can read after all is not called skipped any more', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, { 'a.txt': '', 'b.txt': 'Beta.', 'c.txt': 'Gamma.' });
  const stop = new AbortController();
  const work = (async () => {
    for await (const event of cubo.ingest(documents, { signal: stop.signal })) {
      if (event.type === 'file-finish' && event.outcome === 'indexed') stop.abort();
    }
  })();
  await expect(work).rejects.toThrow();
  const [job] = (await cubo.status()).jobs;
  expect(job).toMatchObject({ state: 'cancelled', skipped: [{ path: join(documents, 'a.txt') }] });
  expect(cubo.job(job?.id ?? '').outcomes).toEqual({ skipped: 1, indexed: 1 });
  await writeFile(join(documents, 'a.txt'), 'Alpha.');
  await collect(cubo.resume());
  expect((await cubo.status()).jobs).toMatchObject([{ state: 'done', skipped: [] }]);
  expect(cubo.job(job?.id ?? '').outcomes).toEqual({ indexed: 2, unchanged: 1 });
});

test('a job that is done cannot be resumed', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  const [job] = (await cubo.status()).jobs;
  expect(() => cubo.resume(job?.id)).toThrow(/is done/);
  expect((await cubo.status()).jobs).toMatchObject([{ id: job?.id, state: 'done' }]);
});

test('a missing path is an error that names it, and nothing is removed', async () => {
  const { cubo, documents, directory } = await openCubo();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  await rename(documents, join(directory, 'elsewhere'));
  await expect(finish(cubo.ingest(documents))).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', path: documents });
  expect((await cubo.status()).documents).toBe(3);
});

test('sources of the application are ingested under their own names', async () => {
  const { cubo } = await openCubo();
  const source = textSource({
    uri: 'mail:42',
    name: 'mail.txt',
    text: 'The parcel arrives on Tuesday.',
    title: 'Parcel',
  });
  await finish(cubo.ingest([source]));
  const [hit] = await cubo.search('when does the parcel arrive?');
  expect(hit).toMatchObject({ source: 'mail:42', title: 'Parcel', text: 'The parcel arrives on Tuesday.' });
  expect((await finish(cubo.ingest([source]))).outcomes.unchanged).toBe(1);
  // One alone needs no list.
  expect((await cubo.plan(source)).actions.unchanged).toBe(1);
  expect((await cubo.ingest(source, { metadata: { box: 'in' } })).files).toBe(1);
  expect([...cubo.documents()]).toMatchObject([{ uri: 'mail:42', metadata: { box: 'in' } }]);
  const nothing = { code: 'CUBO_BAD_ARGUMENT', remedy: expect.stringContaining('a source, or an iterable of sources') };
  for (const input of [undefined, 5, {}, { uri: 'mail:43', text: 'The parcel is here.' }]) {
    expect(() => cubo.ingest(input as unknown as string)).toThrow(expect.objectContaining(nothing));
  }
  await expect(cubo.delete('mail:42')).resolves.toEqual({ source: 'mail:42', chunks: 1 });
  expect(await cubo.search('parcel')).toEqual([]);
  await expect(cubo.delete('mail:42')).rejects.toMatchObject({ code: 'CUBO_DOCUMENT_NOT_FOUND' });
});

test('a reader that stops early stops the work; ingesting again or resume goes on', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(
    documents,
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.txt`, `This is letter number ${i}.`])),
  );
  for await (const event of cubo.ingest(documents)) if (event.type === 'file-finish') break;
  const [job] = (await cubo.status()).jobs;
  expect(job).toMatchObject({ state: 'cancelled', paths: [documents] });
  expect((await cubo.status()).documents).toBe(1);
  const events = await collect(cubo.resume());
  expect(events[0]).toEqual({ type: 'job-start', job: job?.id, resumed: true });
  expect(events.at(-1)).toMatchObject({ outcomes: { indexed: 29, unchanged: 1 } });
  expect((await cubo.status()).jobs).toMatchObject([{ id: job?.id, state: 'done' }]);
  expect(() => cubo.resume()).toThrow(/no job to resume/);
});

test('an aborted ingest throws the reason, keeps what is complete, and frees the library', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  const stop = new AbortController();
  const work = (async () => {
    for await (const event of cubo.ingest(documents, { signal: stop.signal })) {
      if (event.type === 'file-finish') stop.abort(new Error('enough'));
    }
  })();
  await expect(work).rejects.toThrow('enough');
  expect((await cubo.status()).documents).toBe(1);
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ indexed: 2, unchanged: 1 });
});

test('close during an ingest ends it without waiting for its reader', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  const events = cubo.ingest(documents);
  await events.next();
  await cubo.close();
  await expect(collect(events)).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
});

test('a library does not ingest itself by another name of its folder', async () => {
  const { cubo, directory, documents } = await openCubo();
  await writeFiles(documents, texts);
  const alias = `${directory}-alias`;
  await symlink(directory, alias);
  onTestFinished(() => rm(alias));
  expect((await finish(cubo.ingest(alias))).outcomes).toMatchObject({ indexed: 3, skipped: 0 });
});

test('a library inside of the ingested folder does not ingest itself', async () => {
  const { cubo, directory, documents } = await openCubo();
  await writeFiles(documents, texts);
  expect((await finish(cubo.ingest(directory))).outcomes).toMatchObject({ indexed: 3, skipped: 0 });
  expect((await finish(cubo.ingest(directory))).outcomes).toMatchObject({ unchanged: 3, skipped: 0 });
});

test('an ingestion that is awaited runs to its end and gives its last event', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, texts);
  const done = await cubo.ingest(documents);
  expect(done).toMatchObject({ type: 'done', files: 3, outcomes: { indexed: 3 } });
  const stream = cubo.ingest(documents);
  expect(await stream.next()).toMatchObject({ value: { type: 'job-start' } });
  expect(await stream).toMatchObject({ type: 'done', outcomes: { unchanged: 3 } });
  expect(await stream).toBe(await stream);
  await expect(Promise.resolve(cubo.ingest(join(documents, 'missing')))).rejects.toMatchObject({
    code: 'CUBO_PATH_NOT_FOUND',
  });
  expect((await cubo.status()).jobs.map((job) => job.state)).toEqual(['done', 'done']);
  expect(() => cubo.resume()).toThrow(/no job to resume/);
});
