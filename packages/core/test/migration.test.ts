import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Embedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type Cubo, type CuboOptions, createCubo, type MigrationEvent, textSource } from '../src/index.ts';
import { folderName } from '../src/indexes/folder-name.ts';
import { finish, openCubo } from './open-cubo.ts';

/** An embedder of its own, which tells what it is asked. */
function countingEmbedder(dimensions: number, options: { milliseconds?: number } = {}) {
  const embedder = hashingEmbedder({ dimensions, maxBatch: 16 });
  const asked = { queries: 0, texts: 0 };
  const counting: Embedder = {
    ...embedder,
    id: `hashing-${dimensions}`,
    async embedDocuments(texts, given) {
      if (options.milliseconds !== undefined) await wait(options.milliseconds);
      asked.texts += texts.length;
      return embedder.embedDocuments(texts, given);
    },
    async embedQuery(text, given) {
      asked.queries++;
      return embedder.embedQuery(text, given);
    },
  };
  return { embedder: counting, asked };
}

const notes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) =>
    textSource({ uri: `note:${from + i}`, text: `Note ${from + i} of the boiler in cellar ${(from + i) % 7}.` }),
  );

/** A library of notes whose vectors are of one embedder, closed. */
async function libraryOf(count: number, embedder: CuboOptions['embedder']): Promise<string> {
  const { cubo, directory } = await openCubo({ embedder });
  await finish(cubo.ingest(notes(count)));
  await cubo.close();
  return join(directory, 'library');
}

async function open(path: string, options: Partial<CuboOptions>): Promise<Cubo> {
  return createCubo({ path, threads: false, workers: 0, ...options });
}

async function lists(cubo: Cubo): Promise<(string | undefined)[]> {
  const [hit] = await cubo.search('boiler cellar note');
  return hit?.explain.lists.map(({ list }) => list) ?? [];
}

const folders = (path: string) =>
  Promise.all(['indexes/vectors', 'models'].map(async (name) => (await readdir(join(path, name))).length));

const inThreads: Partial<CuboOptions> = { threads: undefined, workers: 1 };

describe.each([
  ['in the calling thread', {}],
  ['in threads', inThreads],
])('a migration %s', (_where, threads) => {
  test('has searches ask the embedder before until the vectors of the new one are complete', async () => {
    const [before, after] = [countingEmbedder(32), countingEmbedder(64, { milliseconds: 300 })];
    const path = await libraryOf(200, before.embedder);
    before.asked.queries = 0;
    const cubo = await open(path, { embedder: after.embedder, previousEmbedder: before.embedder, ...threads });
    expect(await lists(cubo)).toEqual(['sparse', 'dense']);
    expect(before.asked.queries).toBe(1);
    expect(await cubo.status()).toMatchObject({
      dense: { embedder: 'hashing-32', coverage: 1 },
      migration: { embedder: 'hashing-64', chunks: 0, coverage: 0 },
    });

    const events: MigrationEvent[] = [];
    let whileEmbedding: readonly unknown[] = [];
    for await (const event of cubo.migrate()) {
      events.push(event);
      if (event.type === 'embedding' && whileEmbedding.length === 0) whileEmbedding = await lists(cubo);
    }
    expect(events.at(-1)).toMatchObject({ type: 'done', embedded: 200 });
    expect(events.filter(({ type }) => type === 'embedding').at(-1)).toMatchObject({ done: 200, total: 200 });
    expect(whileEmbedding).toEqual(['sparse', 'dense']);
    expect(before.asked.queries).toBe(2);
    // Some texts are asked for once more, to see that the order is kept.
    expect(after.asked.texts).toBeGreaterThanOrEqual(200);
    expect(after.asked.texts).toBeLessThan(250);

    expect(await lists(cubo)).toEqual(['sparse', 'dense']);
    expect({ before: before.asked.queries, after: after.asked.queries }).toEqual({ before: 2, after: 1 });
    const status = await cubo.status();
    expect(status).toMatchObject({ dense: { embedder: 'hashing-64', coverage: 1 } });
    expect(status.migration).toBeUndefined();
    expect(await cubo.migrate()).toMatchObject({ type: 'done', embedded: 0 });
    expect((await cubo.doctor()).problems).toEqual([]);
    await cubo.close();
    expect(await folders(path)).toEqual([1, 0]);
  }, 20_000);

  test('from the default embedder needs it not to be given, and back needs the one of the host', async () => {
    const { embedder, asked } = countingEmbedder(64);
    const path = await libraryOf(50, undefined);
    const away = await open(path, { embedder, ...threads });
    expect(await lists(away)).toEqual(['sparse', 'dense']);
    expect((await away.status()).dense?.embedder).toBe('latent');
    expect(asked).toEqual({ queries: 0, texts: 0 });
    await away.migrate();
    expect((await away.status()).dense?.embedder).toBe('hashing-64');
    await away.close();
    expect(await folders(path)).toEqual([1, 0]);

    const back = await open(path, { previousEmbedder: embedder, ...threads });
    expect(await lists(back)).toEqual(['sparse', 'dense']);
    expect(asked.queries).toBe(1);
    expect((await back.status()).migration).toEqual({
      ...{ embedder: 'latent', replaces: embedder.fingerprint, chunks: 0, coverage: 0 },
    });
    const steps: string[] = [];
    for await (const { type } of back.migrate()) steps.push(type);
    expect(steps).toEqual(['training', 'embedding', 'done']);
    expect((await back.status()).dense?.embedder).toBe('latent');
    expect(await lists(back)).toEqual(['sparse', 'dense']);
    expect(asked.queries).toBe(1);
    await back.close();
    expect(await folders(path)).toEqual([1, 1]);
  }, 20_000);

  test('gives way to other writes, and takes up what they bring', async () => {
    const after = countingEmbedder(64, { milliseconds: 250 });
    const path = await libraryOf(480, undefined);
    const cubo = await open(path, { embedder: after.embedder, ...threads });
    const other = await open(path, { embedder: false });
    const during: Promise<unknown>[] = [];
    let ended = 0;
    for await (const event of cubo.migrate()) {
      if (event.type !== 'embedding' || during.length > 0) continue;
      expect(event.done).toBeLessThan(480);
      during.push(cubo.delete('note:3'), other.delete('note:470'), finish(other.ingest(notes(20, 1000))));
      for (const write of during) void write.then(() => ended++);
    }
    expect(ended).toBe(3);
    await Promise.all(during);
    const status = await cubo.status();
    expect(status).toMatchObject({ chunks: 498, dense: { embedder: 'hashing-64', chunks: 498, coverage: 1 } });
    expect(status.migration).toBeUndefined();
    expect((await cubo.doctor()).problems).toEqual([]);
    await Promise.all([cubo.close(), other.close()]);
  }, 30_000);
});

test('without its embedder the vectors of before cannot be asked: those that there are of the new one are', async () => {
  const [before, after] = [countingEmbedder(32), countingEmbedder(64)];
  const path = await libraryOf(20, before.embedder);
  const cubo = await open(path, { embedder: after.embedder });
  expect(await lists(cubo)).toEqual(['sparse']);
  const migration = { embedder: 'hashing-64', replaces: before.embedder.fingerprint, chunks: 0, coverage: 0 };
  expect(await cubo.status()).toMatchObject({ dense: { coverage: 0 }, migration });
  await cubo.migrate();
  expect((await cubo.status()).migration).toBeUndefined();
  expect(await lists(cubo)).toEqual(['sparse', 'dense']);
  await cubo.close();
});

test('a migration that was stopped goes on, whoever writes between, and an ingest ends it as well', async () => {
  const after = countingEmbedder(64, { milliseconds: 60 });
  const path = await libraryOf(1200, undefined);
  const cubo = await open(path, { embedder: after.embedder });
  for await (const event of cubo.migrate()) if (event.type === 'embedding') break;
  const held = (await cubo.status()).migration?.chunks ?? 0;
  expect(held).toBeGreaterThan(100);
  expect(held).toBeLessThan(1200);
  expect(await lists(cubo)).toEqual(['sparse', 'dense']);
  // The default embedder is another way: what is half done of the other one stays.
  const asBefore = await open(path, { embedder: undefined });
  await finish(asBefore.ingest(notes(3, 2000)));
  expect((await asBefore.status()).dense).toMatchObject({ embedder: 'latent', coverage: 1 });
  await asBefore.close();

  const receipt = await cubo.erase('note:0');
  expect(receipt.files.some(({ store }) => store === 'vectors')).toBe(true);
  // The model that was trained on the erased text went with it.
  expect((await cubo.status()).dense).toMatchObject({ embedder: 'hashing-64', chunks: held - 1 });

  after.asked.texts = 0;
  const signal = AbortSignal.timeout(1000);
  const before = (await cubo.status()).dense?.chunks ?? 0;
  await expect((async () => await cubo.migrate({ signal }))()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect((await cubo.status()).dense?.chunks).toBeGreaterThan(before);
  await finish(cubo.ingest(notes(1, 3000)));
  expect(after.asked.texts).toBeLessThan(1200 - held + 200);
  expect(await cubo.status()).toMatchObject({ chunks: 1203, dense: { embedder: 'hashing-64', chunks: 1203 } });
  await cubo.close();
  expect(await folders(path)).toEqual([1, 0]);
}, 60_000);

test('what is half done for another embedder stays, whatever the library is compacted by, until a migration gives it up', async () => {
  const after = countingEmbedder(64, { milliseconds: 200 });
  const path = await libraryOf(400, undefined);
  const cubo = await open(path, { embedder: after.embedder });
  for await (const event of cubo.migrate()) if (event.type === 'embedding') break;
  const held = (await cubo.status()).migration?.chunks;
  await cubo.close();
  const asBefore = await open(path, {});
  expect((await asBefore.status()).migration).toBeUndefined();
  await asBefore.compact();
  await asBefore.close();
  expect(await folders(path)).toEqual([2, 1]);
  const again = await open(path, { embedder: after.embedder });
  expect((await again.status()).migration?.chunks).toBe(held);
  await again.close();
  const back = await open(path, {});
  await back.migrate();
  await back.close();
  expect(await folders(path)).toEqual([1, 1]);
}, 20_000);

test('vectors that are half done and damaged are found, and begun anew', async () => {
  const after = countingEmbedder(64, { milliseconds: 200 });
  const path = await libraryOf(400, undefined);
  const cubo = await open(path, { embedder: after.embedder });
  for await (const event of cubo.migrate()) if (event.type === 'embedding') break;
  expect((await cubo.doctor()).problems).toEqual([]);
  await cubo.close();
  const folder = join(path, 'indexes', 'vectors', folderName(after.embedder.fingerprint));
  const damage = () => writeFile(join(folder, 'manifest.json'), 'damaged');

  await damage();
  const other = await open(path, { embedder: after.embedder });
  expect((await other.status()).migration).toMatchObject({ chunks: 0 });
  expect(await lists(other)).toEqual(['sparse', 'dense']);
  expect((await other.doctor()).problems).toMatchObject([{ code: 'CUBO_INDEX_CORRUPT' }]);
  await other.delete('note:1');
  expect((await other.doctor()).problems).toEqual([]);
  for await (const event of other.migrate()) if (event.type === 'embedding') break;
  await other.close();

  await damage();
  const repairing = await open(path, { embedder: after.embedder });
  expect(await repairing.doctor({ repair: true })).toMatchObject({ healthy: true });
  expect(await repairing.status()).toMatchObject({ dense: { embedder: 'hashing-64', coverage: 1 } });
  await repairing.close();
}, 60_000);

test('a write that is awaited between two events gets its turn, and closing ends the migration', async () => {
  const after = countingEmbedder(64, { milliseconds: 150 });
  const path = await libraryOf(600, undefined);
  const cubo = await open(path, { embedder: after.embedder });
  let deleted = 0;
  const work = (async () => {
    for await (const event of cubo.migrate()) {
      if (event.type !== 'embedding' || deleted > 0) continue;
      deleted = (await cubo.delete('note:5')).chunks;
      void cubo.close();
    }
  })();
  await expect(work).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  expect(deleted).toBe(1);
}, 30_000);

test('an embedder that fails leaves the vectors of before in use', async () => {
  const path = await libraryOf(30, undefined);
  const failing: Embedder = {
    ...hashingEmbedder(),
    embedDocuments: () => Promise.reject(new Error('the model server has gone')),
  };
  const cubo = await open(path, { embedder: failing });
  await expect((async () => await cubo.migrate())()).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
  expect(await lists(cubo)).toEqual(['sparse', 'dense']);
  expect((await cubo.status()).migration?.chunks).toBe(0);
  await cubo.close();
});

test('killed again and again it comes to its end, and searches have vectors all the time', async () => {
  const path = await libraryOf(900, undefined);
  const distribution = fileURLToPath(new URL('../dist/index.js', import.meta.url));
  const program = `
    import { createCubo } from ${JSON.stringify(distribution)};
    import { hashingEmbedder } from '@cubo/contracts/testing';
    const embedder = hashingEmbedder({ dimensions: 64, maxBatch: 16 });
    const slow = { ...embedder, async embedDocuments(texts, options) {
      await new Promise((resolve) => setTimeout(resolve, 80));
      return embedder.embedDocuments(texts, options);
    } };
    const cubo = await createCubo({ path: ${JSON.stringify(path)}, embedder: slow, workers: 0 });
    for await (const { type } of cubo.migrate()) console.log(type);
    await cubo.close();
  `;
  const reader = await open(path, { embedder: hashingEmbedder({ dimensions: 64, maxBatch: 16 }) });
  let told = '';
  for (let kill = 0; kill < 4 && !told.includes('done'); kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const timer = kill < 3 ? setTimeout(() => child.kill('SIGKILL'), 1200 + 900 * kill) : undefined;
    for await (const bytes of child.stdout) told += bytes;
    clearTimeout(timer);
    expect(await lists(reader)).toEqual(['sparse', 'dense']);
  }
  expect(told).toContain('done');
  expect(await reader.status()).toMatchObject({ dense: { embedder: 'hashing', chunks: 900, coverage: 1 } });
  expect((await reader.doctor()).problems).toEqual([]);
  await reader.close();
  expect(await folders(path)).toEqual([1, 0]);
}, 60_000);

test('an embedder with the fingerprint of the vectors, and other dimensions, is refused and spoils nothing', async () => {
  const before = countingEmbedder(32).embedder;
  const path = await libraryOf(20, before);
  const other = { ...countingEmbedder(64).embedder, fingerprint: before.fingerprint };
  const cubo = await open(path, { embedder: other });
  const refused = { code: 'CUBO_BAD_ARGUMENT', message: expect.stringContaining('hashing-64 has 64 dimensions') };
  await expect(cubo.migrate().then(() => 'done')).rejects.toMatchObject(refused);
  await expect(finish(cubo.ingest(notes(1, 100)))).rejects.toMatchObject(refused);
  await cubo.close();

  const again = await open(path, { embedder: before });
  expect(await again.search('boiler', { mode: 'dense' })).toHaveLength(10);
  await finish(again.ingest(notes(1, 100)));
  expect((await again.doctor()).problems).toEqual([]);
  await again.close();
});
