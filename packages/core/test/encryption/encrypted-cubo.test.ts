import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { TrainableEmbedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { createAnalyzer } from '@cubo/retrieval';
import { describe, expect, test, vi } from 'vitest';
import { type Cubo, type CuboOptions, createCubo, latentEmbedder } from '../../src/index.ts';
import { finish, openCubo, writeFiles } from '../open-cubo.ts';
import { follow } from '../sync/watching.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const key = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 11);
const digits = Buffer.from(key).toString('hex');
const encryption = { key };

const texts: Record<string, string> = {
  'anchor.md': '# Anchor\n\nThe anchor holds the ship in a storm.',
  'buoy.txt': 'The buoy floats on the water before the harbour.',
  'compass.txt': 'The compass points north, and the ship follows the compass.',
  'logbook.txt': 'The logbook tells of every day at sea. '.repeat(80),
  'mast.md': '# Mast\n\nThe mast carries the sail. A sail without a mast is a cloth.',
};

async function filled(options: Partial<CuboOptions> = {}) {
  const opened = await openCubo({ encryption, ...options });
  await writeFiles(opened.documents, texts);
  await finish(opened.cubo.ingest(opened.documents));
  return { ...opened, library: join(opened.directory, 'library') };
}

async function answers(cubo: Cubo, documents: string): Promise<unknown> {
  const relative = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(documents, ''));
  const all: unknown[] = [];
  for (const query of ['ship', 'what holds the ship in a storm', '"the compass" +ship', 'a cloth', 'nowhere']) {
    for (const mode of ['hybrid', 'sparse', 'dense'] as const) all.push(await cubo.search(query, { mode }));
  }
  all.push(await cubo.ask('What holds the ship?'));
  return relative(all);
}

test.each([
  ['in the calling thread', {}],
  ['in threads', { threads: 2, workers: 2 }],
])('an encrypted library gives what one that is not gives, %s', async (_name, options) => {
  const plain = await filled({ encryption: undefined });
  const { cubo, documents, library } = await filled(options);
  expect(await answers(cubo, documents)).toEqual(await answers(plain.cubo, plain.documents));

  await appendFile(join(documents, 'buoy.txt'), ' It is red.');
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ indexed: 1, unchanged: 4 });
  expect((await cubo.search('red buoy'))[0]?.text).toContain('It is red.');
  await cubo.label(join(documents, 'mast.md'), { category: 'rigging' });
  expect(await cubo.search('mast', { scope: { metadata: { category: 'rigging' } } })).toHaveLength(1);
  await cubo.delete(join(documents, 'logbook.txt'));
  expect((await cubo.search('logbook', { mode: 'sparse' })).length).toBe(0);
  const receipt = await cubo.erase(join(documents, 'mast.md'));
  expect(receipt.chunks).toBeGreaterThan(0);
  expect(receipt.files.map(({ path }) => path)).toContain('catalog.sqlite');
  await cubo.compact();
  expect((await cubo.doctor()).problems).toEqual([]);
  expect((await cubo.doctor({ repair: true })).healthy).toBe(true);
  expect(await cubo.search('compass')).not.toEqual([]);

  const [status, audit] = [await cubo.status(), await cubo.audit()];
  expect([status.encrypted, audit.encrypted]).toEqual([true, true]);
  expect(status.dense?.coverage).toBe(1);
  expect(audit.files.filter(({ store }) => store === 'other')).toEqual([]);
  await cubo.close();
  const again = await createCubo({ path: library, encryption: { key: digits }, workers: 0, threads: false });
  expect((await again.search('compass'))[0]?.source).toBe(join(documents, 'compass.txt'));
  await again.close();
});

test('an encrypted library moves to another embedder, in a thread', async () => {
  const { cubo, library } = await filled({ threads: 1, workers: 1 });
  await cubo.close();
  const embedder = hashingEmbedder();
  const moved = await createCubo({ path: library, encryption, embedder, threads: 1, workers: 1 });
  await moved.migrate();
  expect(await moved.status()).toMatchObject({ dense: { coverage: 1, embedder: embedder.id } });
  expect((await moved.search('ship storm', { mode: 'dense' })).length).toBeGreaterThan(0);
  expect((await moved.doctor()).problems).toEqual([]);
  await moved.close();
});

test('a folder is watched into an encrypted library', async () => {
  const { cubo, documents } = await openCubo({ encryption, embedder: false, threads: 1 });
  await writeFiles(documents, { 'a.txt': 'apples' });
  const following = follow(cubo.watch(documents, { debounceMilliseconds: 100 }), documents);
  expect((await following.idle()).outcomes).toEqual({ 'a.txt': 'indexed' });
  await writeFile(join(documents, 'b.txt'), 'bananas');
  expect((await following.idle()).outcomes).toEqual({ 'b.txt': 'indexed' });
  expect(await cubo.search('bananas')).toHaveLength(1);
});

describe('keys', () => {
  test('a library is opened with its own key alone, and the key stands nowhere', async () => {
    const { cubo, library } = await filled();
    await cubo.close();
    const plain = await filled({ encryption: undefined });
    await plain.cubo.close();
    const told: unknown[] = [];
    for (const [path, given, code] of [
      [library, undefined, 'CUBO_LIBRARY_ENCRYPTED'],
      [library, { key: 'f0'.repeat(32) }, 'CUBO_KEY_WRONG'],
      [plain.library, encryption, 'CUBO_LIBRARY_NOT_ENCRYPTED'],
      [library, { key: digits.slice(1) }, 'CUBO_BAD_ARGUMENT'],
      [library, { key: `${digits.slice(2)}zz` }, 'CUBO_BAD_ARGUMENT'],
      [library, { key: undefined }, 'CUBO_BAD_ARGUMENT'],
      [library, { key, cipher: 'none' }, 'CUBO_BAD_ARGUMENT'],
      [library, { [digits]: true }, 'CUBO_BAD_ARGUMENT'],
      [library, digits, 'CUBO_BAD_ARGUMENT'],
      [library, null, 'CUBO_BAD_ARGUMENT'],
    ] as const) {
      const error = await createCubo({ path, encryption: given as never }).catch((thrown: unknown) => thrown);
      expect(error, code).toMatchObject({ code });
      told.push(error);
    }
    const again = await createCubo({ path: library, encryption, workers: 0, threads: false });
    told.push(again, await again.status(), await again.audit(), await again.doctor());
    await again.close();
    const shown = told.map((value) => inspect(value, { depth: 20, showHidden: true }) + JSON.stringify(value)).join();
    expect(shown).not.toContain(digits.slice(2, 18));
    expect(shown).not.toContain('f0f0f0');
    expect(shown).not.toContain(Buffer.from(key).toString('base64').slice(0, 12));
  });

  test('the key that was given may be wiped', async () => {
    const wiped = Uint8Array.from(key);
    const { cubo, documents } = await openCubo({ encryption: { key: wiped }, workers: 1 });
    wiped.fill(0);
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    expect(await cubo.search('anchor')).not.toEqual([]);
  });

  test('an embedder that would keep its model as it is is refused', async () => {
    const latent = latentEmbedder({ analyzer: createAnalyzer() });
    const own: TrainableEmbedder = { ...latent, usesFiles: undefined };
    await expect(openCubo({ encryption, embedder: own })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('usesFiles'),
    });
    await expect(openCubo({ encryption, embedder: latent, previousEmbedder: own })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
    });
    const { cubo } = await filled({ embedder: latent });
    expect((await cubo.search('ship', { mode: 'dense' })).length).toBeGreaterThan(0);
  });
});

test('damage is found in every store, and mended where it can be', async () => {
  const { cubo, documents, library } = await filled();
  await cubo.close();
  const files = (readdirSync(library, { recursive: true }) as string[])
    .filter((name) => /^(?:segments|indexes|models)\//.test(name) && statSync(join(library, name)).isFile())
    .sort();
  for (const store of ['segments/', 'indexes/lexical/', 'indexes/vectors/', 'models/']) {
    expect(
      files.some((name) => name.startsWith(store)),
      store,
    ).toBe(true);
  }
  const damaged: [path: string, bytes: Buffer][] = [];
  for (const name of files) {
    const path = join(library, name);
    const whole = readFileSync(path);
    const changed = Buffer.from(whole);
    const middle = 40 + ((whole.length - 40) >> 1);
    changed[middle] = (changed[middle] as number) ^ 1;
    for (const bytes of [changed, whole.subarray(0, whole.length - 20)]) {
      writeFileSync(path, bytes);
      const opened = await createCubo({ path: library, encryption, threads: false, workers: 0 });
      const report = await opened.doctor();
      const code = name.startsWith('segments') ? 'CUBO_SEGMENT_CORRUPT' : 'CUBO_INDEX_CORRUPT';
      expect(report.problems, name).toContainEqual(expect.objectContaining({ code, path }));
      await opened.close();
    }
    writeFileSync(path, whole);
    if (!name.startsWith('segments')) damaged.push([path, changed]);
  }
  for (const [path, bytes] of damaged) writeFileSync(path, bytes);
  const opened = await createCubo({ path: library, encryption, threads: false, workers: 0 });
  const mended = await opened.doctor({ repair: true });
  expect(mended).toMatchObject({ healthy: true, lost: [] });
  expect(mended.repairs.length).toBeGreaterThan(1);
  expect((await opened.search('what holds the ship'))[0]?.source).toBe(join(documents, 'anchor.md'));
  await opened.close();
});
