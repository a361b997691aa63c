import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CuboError } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { type Cubo, createCubo } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

test('close stops a search whose embedder is waiting', async () => {
  const embedder = hashingEmbedder();
  let asked = () => {};
  const waiting = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { cubo, documents } = await openCubo({
    embedder: {
      ...embedder,
      embedQuery: (_text, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          asked();
        }),
    },
  });
  await writeFiles(documents, { 'note.txt': 'The boiler is in the cellar.' });
  await finish(cubo.ingest(documents));
  const search = cubo.search('boiler');
  await waiting;
  await Promise.all([expect(search).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' }), cubo.close()]);
});

test('a closed knowledge base does nothing any more, and says so', async () => {
  const { cubo, documents } = await openCubo({ embedder: false, network: true });
  await cubo.close();
  const closed = { code: 'CUBO_LIBRARY_CLOSED', remedy: expect.stringContaining('Open it again') };
  const atOnce = { watch: () => cubo.watch(documents), resume: () => cubo.resume(), job: () => cubo.job('1') };
  for (const [method, call] of Object.entries(atOnce)) {
    expect(call, method).toThrow(expect.objectContaining(closed));
  }
  const promises = {
    ingest: () => cubo.ingest(documents),
    plan: () => cubo.plan(documents),
    search: () => cubo.search('rent'),
    ask: () => cubo.ask('rent'),
    webPage: () => cubo.webPage('https://example.org/'),
    label: () => cubo.label('a.txt', {}),
    delete: () => cubo.delete('a.txt'),
    categories: () => cubo.categories(),
    compact: () => cubo.compact(),
    status: () => cubo.status(),
    doctor: () => cubo.doctor(),
  };
  for (const [method, call] of Object.entries(promises)) {
    await expect(Promise.resolve(call()), method).rejects.toMatchObject(closed);
  }
  const iterables = { nearDuplicates: cubo.nearDuplicates(), documents: cubo.documents() };
  for (const [method, iterable] of Object.entries(iterables)) {
    const read = async () => {
      for await (const _ of iterable) break;
    };
    await expect(read(), method).rejects.toMatchObject(closed);
  }
});

test('what is running when the knowledge base is closed says so', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  const notes = Array.from({ length: 200 }, (_, i) => [`${i}.txt`, `Note ${i} on the boiler. `.repeat(400)]);
  await writeFiles(documents, Object.fromEntries(notes));
  await finish(cubo.ingest(documents));
  await cubo.close();
  const works: Record<string, (open: Cubo) => Promise<unknown>> = {
    doctor: (open) => open.doctor(),
    repair: (open) => open.doctor({ repair: true }),
    plan: async (open) => await open.plan(documents),
    nearDuplicates: async (open) => {
      for await (const _ of open.nearDuplicates());
    },
  };
  for (const [name, work] of Object.entries(works)) {
    for (const milliseconds of [0, 5, 20]) {
      const open = await createCubo({ path: join(directory, 'library'), threads: false, workers: 0, embedder: false });
      const running = work(open);
      const code = running.then(
        () => 'done',
        (error: CuboError) => error.code,
      );
      await setTimeout(milliseconds);
      await open.close();
      const what = `${name}, closed after ${milliseconds} ms`;
      // What takes longer than a millisecond is stopped; later it may have come to its end.
      if (milliseconds === 0) expect(await code, what).toBe('CUBO_LIBRARY_CLOSED');
      else expect(['done', 'CUBO_LIBRARY_CLOSED'], what).toContain(await code);
    }
  }
});
