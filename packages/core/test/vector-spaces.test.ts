import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Embedder, Logger } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { createAnalyzer, createCubo, latentEmbedder, textSource } from '../src/index.ts';
import { countingTiers } from './counting-tiers.ts';
import { collect, finish, openCubo, writeFiles } from './open-cubo.ts';

const texts = {
  'boiler.txt': 'Press the red button for three seconds to reset the boiler.',
  'lease.txt': 'The tenant may end the lease with a notice period of three months.',
  'ferry.txt': 'The ferry leaves the harbour at noon.',
};

describe('a vector space', () => {
  test('is opened once for searches that come together, and closed once nobody uses it', async () => {
    const embedder = hashingEmbedder();
    const tiers = countingTiers();
    const slow: Embedder = { ...embedder, embedQuery: (text) => wait(30).then(() => embedder.embedQuery(text)) };
    const { cubo, documents, directory } = await openCubo({ embedder, vectorTier: tiers.open });
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    await cubo.close();
    expect(tiers).toMatchObject({ opened: 1, openNow: 0 });

    const reader = await createCubo({
      workers: 0,
      path: join(directory, 'library'),
      embedder: slow,
      vectorTier: tiers.open,
    });
    const found = await Promise.all(['boiler', 'lease', 'ferry'].map((query) => reader.search(query)));
    expect(found.map((hits) => hits[0]?.explain.lists.map(({ list }) => list))).toEqual(
      new Array(3).fill(['sparse', 'dense']),
    );
    expect(tiers).toMatchObject({ opened: 2, openNow: 1 });
    await reader.close();
    expect(tiers.openNow).toBe(0);
  });

  test('is not closed under a search that began before the embedder was trained anew', async () => {
    const tiers = countingTiers();
    const { cubo, documents } = await openCubo({ vectorTier: tiers.open });
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    let searches = 0;
    let going = true;
    const searchAll = async () => {
      for (; going; searches++) {
        const [hit] = await cubo.search('ferry harbour noon');
        expect(hit?.explain.lists.map(({ list }) => list)).toEqual(['sparse', 'dense']);
        await wait(2);
      }
    };
    const readers = [searchAll(), searchAll(), searchAll()];
    try {
      for (let i = 0; i < 5; i++) {
        await finish(
          cubo.ingest([textSource({ uri: `note:${i}`, text: `Remark ${i} about ferries and weather ${i}.` })]),
        );
      }
      await cubo.delete('note:3');
    } finally {
      going = false;
    }
    await Promise.all(readers);
    expect(searches).toBeGreaterThan(15);
    expect(tiers.openNow).toBe(1);
    expect(tiers.opened).toBe(6);
    await cubo.close();
    expect(tiers.openNow).toBe(0);
  });

  test('goes, with its model, when another one takes its place', async () => {
    const { cubo, documents, directory } = await openCubo();
    const folders = () =>
      Promise.all(['indexes/vectors', 'models'].map((name) => readdir(join(directory, 'library', name))));
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    const before = await folders();
    await finish(cubo.ingest([textSource({ uri: 'note:1', text: 'A new word: stratosphere.' })]));
    const after = await folders();
    expect([...before, ...after].map((names) => names.length)).toEqual([1, 1, 1, 1]);
    expect(after).not.toEqual(before);
  });

  test('goes when an ingest has found the last document gone', async () => {
    for (const embedder of [undefined, hashingEmbedder()]) {
      const { cubo, documents, directory } = await openCubo({ embedder });
      await writeFiles(documents, texts);
      await finish(cubo.ingest(documents));
      for (const name of Object.keys(texts)) await rm(join(documents, name));
      expect((await finish(cubo.ingest(documents))).outcomes.removed).toBe(3);
      const { chunks, dense } = await cubo.status();
      expect(chunks).toBe(0);
      if (embedder !== undefined) expect(dense).toMatchObject({ chunks: 0, segments: 0 });
      else {
        expect(dense).toBeUndefined();
        expect(await readdir(join(directory, 'library', 'indexes', 'vectors'))).toEqual([]);
        expect(await readdir(join(directory, 'library', 'models'))).toEqual([]);
      }
      await writeFiles(documents, texts);
      await finish(cubo.ingest(documents));
      expect((await cubo.status()).dense).toMatchObject({ chunks: 3, coverage: 1 });
    }
  });
});

describe('another embedder', () => {
  const analyzer = createAnalyzer();
  const otherAnalyzer = { ...analyzer, fingerprint: 'my own' };
  test.each([
    ['the default with another analyzer', {}, { analyzer: otherAnalyzer }, undefined],
    ['other dimensions', {}, { embedder: latentEmbedder({ analyzer, dimensions: 64 }) }, 'latent'],
    ['the default after one of the host', { embedder: hashingEmbedder() }, {}, undefined],
    ['one of the host after the default', {}, { embedder: hashingEmbedder() }, 'latent'],
  ])('%s: nothing is stuck, and the next ingest makes its vectors', async (what, before, after, stillAsked) => {
    const { cubo, documents, directory } = await openCubo(before);
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    await cubo.close();

    const changed = await createCubo({ workers: 0, path: join(directory, 'library'), ...after });
    // An index of words by another analysis is incomplete, which is said; what is dense is not missed.
    if (what.includes('analyzer')) expect((await changed.status()).lexical.coverage).toBe(0);
    else {
      expect(await changed.search('boiler', { mode: 'sparse' })).toHaveLength(1);
      expect((await changed.search('boiler')).length).toBeGreaterThan(0);
      expect((await changed.doctor()).problems).toEqual([]);
    }
    const { dense, migration } = await changed.status();
    if (stillAsked === undefined) expect(dense?.coverage ?? 0).toBe(0);
    else expect({ dense, migration }).toMatchObject({ dense: { embedder: stillAsked }, migration: { coverage: 0 } });
    const events = await collect(changed.ingest(documents));
    expect(events.some((event) => event.type === 'embedding' && event.total === 3)).toBe(true);
    expect((await changed.status()).dense).toMatchObject({ chunks: 3, coverage: 1 });
    expect((await changed.search('boiler'))[0]?.explain.lists).toHaveLength(2);
    expect((await changed.doctor()).problems).toEqual([]);
    await changed.close();
  });
});

describe('a deletion', () => {
  test('takes the vectors out of the index, without the model', async () => {
    const tiers = countingTiers();
    const { cubo, documents, directory } = await openCubo({ vectorTier: tiers.open });
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    await cubo.close();
    await rm(join(directory, 'library', 'models'), { recursive: true });
    const warnings: string[] = [];
    const other = await createCubo({
      workers: 0,
      path: join(directory, 'library'),
      vectorTier: tiers.open,
      logger: loggerInto(warnings),
    });
    expect(tiers.flushed).toBe(3);
    await other.delete(join(documents, 'boiler.txt'));
    expect(tiers.flushed).toBe(2);
    expect(warnings).toEqual([]);
    await expect(other.search('lease', { mode: 'dense' })).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
    const [hit] = await other.search('lease');
    expect(hit?.explain.failures).toMatchObject([{ part: 'dense', code: 'CUBO_INDEX_CORRUPT' }]);
    await other.close();
  });

  test.each([
    ['before they are opened', true],
    ['while they are open', false],
  ])('holds though the indexes are damaged %s, and a repair mends them', async (_when, anew) => {
    const warnings: string[] = [];
    const options = { embedder: hashingEmbedder(), logger: loggerInto(warnings) };
    const { cubo, documents, directory } = await openCubo(options);
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    if (anew) await cubo.close();
    const manifests = (await readdir(join(directory, 'library', 'indexes'), { recursive: true }))
      .filter((name) => name.endsWith('manifest.json'))
      .map((name) => join(directory, 'library', 'indexes', name));
    expect(manifests).toHaveLength(2);
    for (const manifest of manifests) await writeFile(manifest, 'damaged');

    const other = anew ? await createCubo({ workers: 0, path: join(directory, 'library'), ...options }) : cubo;
    const source = join(documents, 'boiler.txt');
    await expect(other.delete(source)).resolves.toEqual({ source, chunks: 1 });
    expect(warnings).toHaveLength(2);
    expect([...other.documents()].map(({ name }) => name).sort()).toEqual(['ferry.txt', 'lease.txt']);
    expect(await other.doctor({ repair: true })).toMatchObject({ healthy: true });
    expect(await other.search('boiler', { mode: 'sparse' })).toEqual([]);
    expect(await other.status()).toMatchObject({ lexical: { chunks: 2 }, dense: { chunks: 2 } });
    await other.close();
  });
});

function loggerInto(warnings: string[]): Logger {
  return { debug() {}, info() {}, warn: (message) => warnings.push(message), error() {} };
}
