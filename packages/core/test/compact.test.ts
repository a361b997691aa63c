import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { openLibrary } from '@cubo/library';
import { describe, expect, test, vi } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { type CuboOptions, createCubo, textSource } from '../src/index.ts';
import { filesWith, marker } from './files-with.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';
import { follow } from './sync/watching.ts';

describe('after delete and compact', () => {
  test.each<[string, Partial<CuboOptions>]>([
    ['the trained embedder', {}],
    ['an embedder of the host', { embedder: hashingEmbedder() }],
    ['no embedder', { embedder: false }],
  ])('no file of the library holds anything of the document, with %s', async (_what, options) => {
    const { cubo, documents, directory } = await openCubo(options);
    const library = join(directory, 'library');
    const [text, title, name, heading, label, other] = Array.from({ length: 6 }, marker) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const secret = `<title>${title}</title><meta name="author" content="${label}"><h1>${heading}</h1><p>${`The word ${text} stands here. `.repeat(60)}`;
    await writeFiles(documents, {
      [`${name}.html`]: secret,
      'kept.md': `# Kept\n\n${'The ferry leaves the harbour at noon. '.repeat(60)}`,
      'other.txt': 'Press the red button for three seconds to reset the boiler.',
    });
    const path = join(documents, `${name}.html`);
    // A job of its own, a job of the folder, a version before, and a source of the host.
    await finish(cubo.ingest(path));
    await finish(cubo.ingest(documents));
    await writeFile(path, `${secret} More of it.`);
    await finish(cubo.ingest(documents));
    await finish(
      cubo.ingest([textSource({ uri: `note:${other}`, text: `A note on ${other}.`, title: `About ${other}` })]),
    );
    await cubo.label(path, { matter: label });
    const markers = [text, title, name, heading, label, other];
    const before = await filesWith(library, markers);
    for (const each of markers) expect(before.map((line) => line.slice(-each.length))).toContain(each);
    for (const each of [text, title, heading]) {
      expect(before.some((line) => line.endsWith(`.parquet: ${each}`))).toBe(true);
    }

    await cubo.delete(path);
    await cubo.delete(`note:${other}`);
    const report = await cubo.compact();
    expect(await filesWith(library, markers)).toEqual([]);
    expect(report.bytesAfter).toBeLessThan(report.bytesBefore);
    expect(Object.values(report.reclaimed).reduce((a, b) => a + b)).toBe(report.bytesBefore - report.bytesAfter);
    expect((await cubo.search('ferry harbour noon'))[0]?.source).toBe(join(documents, 'kept.md'));
    expect((await cubo.doctor()).problems).toEqual([]);
    const status = await cubo.status();
    expect(status.lexical.coverage).toBe(1);
    if (options.embedder !== false) expect(status.dense?.coverage).toBe(1);
  });

  test('no job tells the name of what a watch has brought, or of what was gone when the next job ended', async () => {
    const { cubo, documents, directory } = await openCubo({ embedder: false });
    const [deleted, gone, cancelled, skipped] = [marker(), marker(), marker(), marker()];
    const many = Array.from({ length: 30 }, (_, i) => [`sub/${cancelled}-${i}.txt`, `Note ${i}.`] as const);
    await writeFiles(documents, { 'a.txt': 'The boiler hums.', ...Object.fromEntries(many) });
    // A job that stays cancelled, of what a job of a part of it finds gone.
    const stop = new AbortController();
    const cancelling = async () => {
      for await (const event of cubo.ingest(documents, { signal: stop.signal })) {
        if (event.type === 'file-finish' && event.source.includes('-15.txt')) stop.abort(new Error('enough'));
      }
    };
    await expect(cancelling()).rejects.toThrow('enough');
    await rm(join(documents, 'sub'), { recursive: true });
    await writeFiles(documents, { 'sub/kept.txt': 'The ferry leaves.', [`sub/${skipped}.bin`]: '\0\0\0' });
    await finish(cubo.ingest(join(documents, 'sub')));

    await using watch = cubo.watch(documents, { debounceMilliseconds: 50, exclude: ['sub/**'] });
    const following = follow(watch, documents);
    await following.idle();
    await writeFiles(documents, { [`${deleted}.txt`]: 'A secret.', [`${gone}.txt`]: 'Another one.' });
    await following.idle();
    await rm(join(documents, `${gone}.txt`));
    await following.idle();
    await cubo.delete(join(documents, `${deleted}.txt`));
    await watch.close();

    const library = join(directory, 'library');
    const before = await filesWith(library, [deleted, gone, cancelled]);
    for (const each of [gone, cancelled]) expect(before.map((line) => line.slice(-each.length))).toContain(each);
    expect(cubo.job((await cubo.status()).jobs[0]?.id as string)).toMatchObject({ state: 'done' });
    await cubo.compact();
    expect(await filesWith(library, [deleted, gone, cancelled])).toEqual([]);
    // What was passed over stays on record.
    expect(await filesWith(library, [skipped])).not.toEqual([]);
  });

  test('no job tells the path of a file that was asked for by itself, and was found gone or moved by a later job', async () => {
    const { cubo, documents, directory } = await openCubo({ embedder: false, threads: false, workers: 0 });
    const library = join(directory, 'library');
    const [gone, moved, skipped, waiting] = [marker(), marker(), marker(), marker()];
    const path = (name: string) => join(documents, `${name}.txt`);
    await writeFiles(documents, { [`${gone}.txt`]: 'Old.', [`${moved}.txt`]: 'Here.', 'kept.txt': 'The ferry.' });
    await finish(cubo.ingest([path(gone), path('kept')]));
    await finish(cubo.ingest(path(moved)));
    await writeFiles(documents, { [`${skipped}.bin`]: '\0\0\0', [`${waiting}.txt`]: 'To come.' });
    await finish(cubo.ingest(join(documents, `${skipped}.bin`)));
    // One that was done with one of its paths when it was stopped.
    const stopped = cubo.ingest([path(gone), path(waiting)]);
    for await (const { type } of stopped) if (type === 'file-finish') break;
    await rm(path(gone));
    await rename(path(moved), path('elsewhere'));
    await writeFile(join(documents, 'kept.txt'), 'The other ferry.');
    await finish(cubo.ingest(documents, { exclude: [`${waiting}.txt`] }));
    expect((await filesWith(library, [gone, moved])).length).toBeGreaterThan(0);
    await cubo.compact();
    expect(await filesWith(library, [gone, moved])).toEqual([]);
    expect(await filesWith(library, [skipped])).not.toEqual([]);
    const paths = (await cubo.status()).jobs.map((job) => job.paths);
    expect(paths).toEqual([[documents], [path(waiting)], [join(documents, `${skipped}.bin`)], [], [path('kept')]]);
    expect(await finish(cubo.resume())).toMatchObject({ outcomes: { indexed: 1 } });
  });

  test('a job of some changed files that is not done can be resumed after a compaction', async () => {
    const { cubo, documents, directory } = await openCubo({ embedder: false, threads: false, workers: 0 });
    await writeFiles(documents, { 'a.txt': 'The ferry.', 'b.txt': 'The boiler.' });
    await finish(cubo.ingest(join(documents, 'a.txt')));
    const library = await openLibrary({ path: join(directory, 'library') });
    const specification = JSON.stringify({ paths: [documents], only: [join(documents, 'b.txt')] });
    const job = { id: 'a-watch', state: 'failed', specification, startedAt: 1, updatedAt: 1 } as const;
    await library.write(async (writer) => writer.writeJob(job));
    await library.close();
    await cubo.compact();
    expect(await finish(cubo.resume('a-watch'))).toMatchObject({
      job: 'a-watch',
      outcomes: { indexed: 1, unchanged: 1 },
    });
  });

  test('an embedder that is not in use loses only what was deleted', async () => {
    const { cubo, documents, directory } = await openCubo({ embedder: hashingEmbedder() });
    await writeFiles(documents, { 'a.txt': 'The ferry leaves the harbour.', 'b.txt': 'The boiler hums.' });
    await finish(cubo.ingest(documents));
    await cubo.close();
    const other = await createCubo({ workers: 0, path: join(directory, 'library'), embedder: false });
    await other.delete(join(documents, 'b.txt'));
    await other.compact();
    await other.close();
    const again = await createCubo({ workers: 0, path: join(directory, 'library'), embedder: hashingEmbedder() });
    expect((await again.status()).dense).toMatchObject({ chunks: 1, coverage: 1 });
    await again.close();
  });
});

test('an ingest that leaves a segment mostly dead writes it anew, with the ids and the text of the rest', async () => {
  const { cubo, documents, directory } = await openCubo();
  const secret = marker();
  const texts = Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`${i}.txt`, `Order ${i} left ${i < 3 ? secret : 'the depot'}.`]),
  );
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  const ids = new Map((await cubo.search('order left', { limit: 9 })).map(({ source, id }) => [source, id]));
  for (const i of [0, 1, 2]) await rm(join(documents, `${i}.txt`));
  await finish(cubo.ingest(documents));
  expect(await filesWith(join(directory, 'library', 'segments'), [secret])).toEqual([]);
  const hits = await cubo.search('order left', { limit: 9 });
  expect(hits).toHaveLength(3);
  for (const { source, id, text } of hits) {
    expect(id).toBe(ids.get(source));
    expect(text).toContain('depot');
  }
  expect((await cubo.doctor()).problems).toEqual([]);
});

test('the commands delete and compact do what they say', async () => {
  const { cubo, documents, directory } = await openCubo();
  const library = join(directory, 'library');
  const secret = marker();
  await writeFiles(documents, { 'a/x.txt': `A word: ${secret}.`, 'b/x.txt': `A word: ${secret}.` });
  await finish(cubo.ingest(documents));
  await cubo.close();
  const run = async (...given: string[]) => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      expect(await runCommand([...given, '--library', library, '--json'])).toBe(0);
      return JSON.parse(written.mock.calls.map(([text]) => String(text)).join('')) as object;
    } finally {
      written.mockRestore();
    }
  };
  const [a, b] = [join(documents, 'a/x.txt'), join(documents, 'b/x.txt')];
  expect(await run('list')).toMatchObject({ documents: [{ source: a, aliases: [b] }] });
  expect(await run('delete', a)).toEqual({ source: a, chunks: 0, remaining: [b] });
  expect(await run('delete', b)).toEqual({ source: b, chunks: 1 });
  expect(await run('compact')).toMatchObject({
    bytesAfter: expect.any(Number),
    reclaimed: { models: expect.any(Number) },
  });
  expect(await filesWith(library, [secret])).toEqual([]);
});
