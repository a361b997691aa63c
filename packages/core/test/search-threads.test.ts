import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import type { Reranker, SearchOptions } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test, vi } from 'vitest';
import { type CuboOptions, convexFusion, createCubo, reciprocalRankFusion } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const texts: Record<string, string> = {
  'anchor.md': '# Anchor\n\nThe anchor holds the ship in a storm.',
  'buoy.txt': 'The buoy floats on the water before the harbour.',
  'compass.txt': 'The compass points north, and the ship follows the compass.',
  'logbook.txt': 'The logbook tells of every day at sea. '.repeat(80),
  'mast.md': '# Mast\n\nThe mast carries the sail. A sail without a mast is a cloth.',
};

const searches: [string, SearchOptions][] = [
  ['ship', {}],
  ['what holds the ship in a storm', { limit: 2 }],
  ['"the compass" +ship -storm', { mode: 'sparse' }],
  ['a cloth', { mode: 'dense', limit: 3 }],
  ['sea', { feedback: { terms: 3 }, expand: 'section' }],
  ['ship sail', { diversity: 0.5, nearDuplicates: 'list', rerank: false }],
  ['nothing of that kind whatsoever', {}],
  ['', {}],
];

async function filled(options: Partial<CuboOptions>) {
  const opened = await openCubo({ embedder: hashingEmbedder(), ...options });
  await writeFiles(opened.documents, texts);
  await finish(opened.cubo.ingest(opened.documents));
  return opened;
}

test('searches in threads give what they give in the calling thread', async () => {
  for (const options of [{}, { fuser: reciprocalRankFusion({ k: 10 }) }, { fuser: convexFusion({ alpha: 0.3 }) }]) {
    const { cubo, directory, documents } = await filled({ workers: 2, ...options });
    const here = await createCubo({
      path: join(directory, 'library'),
      embedder: hashingEmbedder(),
      workers: 0,
      ...options,
    });
    const scope = { sources: [join(documents, 'anchor.md'), join(documents, 'mast.md')] };
    for (const [query, search] of [...searches, ['the ship', { scope }] as const]) {
      expect(await cubo.search(query, search), query).toEqual(await here.search(query, search));
    }
    const [explained] = await cubo.search('ship', { explain: true });
    expect(explained?.explain.search?.query.text).toBe('ship');
    expect(explained?.explain.fuser).toBe((await here.status()).fuser);
    expect(await cubo.ask('What holds the ship?')).toEqual(await here.ask('What holds the ship?'));
    await here.close();
  }
});

test('objects of the host are called in its own thread', async () => {
  const seen: string[] = [];
  const embedder = hashingEmbedder();
  const reranker: Reranker = {
    id: 'backwards',
    depth: 4,
    async rerank(_query, candidates) {
      seen.push(`rerank ${isMainThread || threadId}`);
      return candidates.map(({ id }, i) => ({ id, score: candidates.length - i })).reverse();
    },
  };
  const here = `${isMainThread || threadId}`;
  const { cubo } = await filled({
    workers: 1,
    reranker: {
      ...reranker,
      rerank: async (...given) => (await reranker.rerank(...given)).map((hit, i) => ({ ...hit, score: -i })),
    },
    embedder: {
      ...embedder,
      embedQuery(text, options) {
        seen.push(`embed ${isMainThread || threadId}`);
        return embedder.embedQuery(text, options);
      },
    },
  });
  const plain = await cubo.search('ship', { rerank: false, nearDuplicates: 'list' });
  const turned = await cubo.search('ship', { nearDuplicates: 'list' });
  expect(seen).toEqual([`embed ${here}`, `embed ${here}`, `rerank ${here}`]);
  expect(turned.slice(0, 4).map(({ id }) => id)).toEqual(
    plain
      .slice(0, 4)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('a search sees what was written before it, and nothing that was deleted', async () => {
  const { cubo, documents } = await filled({ workers: 1 });
  const sourcesOf = async (query: string) =>
    (await cubo.search(query, { mode: 'sparse' })).map(({ source }) => source.slice(documents.length + 1));
  expect(await sourcesOf('buoy')).toEqual(['buoy.txt']);
  await writeFiles(documents, { 'rudder.txt': 'The rudder turns the boat that the buoy warns.' });
  await finish(cubo.ingest(documents));
  expect((await sourcesOf('buoy')).sort()).toEqual(['buoy.txt', 'rudder.txt']);
  await cubo.delete(join(documents, 'buoy.txt'));
  expect(await sourcesOf('buoy')).toEqual(['rudder.txt']);
  await cubo.compact();
  expect(await sourcesOf('buoy')).toEqual(['rudder.txt']);
  await cubo.label(join(documents, 'rudder.txt'), { kind: 'steering' });
  expect(await cubo.search('buoy', { scope: { metadata: { kind: 'steering' } } })).toHaveLength(1);
});

test('a damaged index is told by its error, and found again when it is repaired', async () => {
  const { cubo, directory } = await filled({ workers: 1, embedder: false });
  await rm(join(directory, 'library', 'indexes', 'lexical'), { recursive: true });
  await expect(cubo.search('ship')).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  await cubo.doctor({ repair: true });
  expect(await cubo.search('ship')).not.toEqual([]);
});

test.skipIf(process.platform === 'win32')('a library that is gone is told, and none made in its place', async () => {
  const { cubo, directory, documents } = await filled({ workers: 1 });
  await rm(join(directory, 'library'), { recursive: true });
  await expect(cubo.search('ship')).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
  await writeFiles(documents, { 'new.txt': 'A new ship.' });
  await expect(finish(cubo.ingest(documents))).rejects.toThrow();
  expect(existsSync(join(directory, 'library'))).toBe(false);
});

test('arguments are refused as ever, and what observes an object is no hindrance', async () => {
  const { cubo, documents } = await filled({ workers: 1, embedder: false });
  await expect(cubo.search('ship', { limit: -1 })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await expect(cubo.search(7 as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  const observed = <T extends object>(value: T): T => new Proxy(value, {});
  const scope = observed({ sources: observed([join(documents, 'anchor.md')]), metadata: observed({}) });
  expect(await cubo.search('ship', { scope, feedback: observed({ terms: 2 }) })).toHaveLength(1);
  await expect(createCubo({ path: documents, workers: -1 })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await expect(createCubo({ path: documents, workers: 1.5 })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test('a search that is aborted, or overtaken by close, ends with the reason', async () => {
  const embedder = hashingEmbedder();
  let asked = () => {};
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { cubo } = await filled({
    workers: 1,
    embedder: {
      ...embedder,
      embedQuery(_text, options) {
        asked();
        return new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('told to stop')));
        });
      },
    },
  });
  const abort = new AbortController();
  const aborted = cubo.search('ship', { signal: abort.signal });
  await wasAsked;
  abort.abort(new Error('no longer wanted'));
  await expect(aborted).rejects.toThrow('no longer wanted');
  const overtaken = cubo.search('ship');
  const refused = expect(overtaken).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  await cubo.close();
  await refused;
});

test('searches are remembered by each thread, and counted together', async () => {
  // As user interfaces observe their settings.
  const searchCache = new Proxy({}, {});
  const { cubo } = await filled({ workers: 2, searchCache });
  const made = await cubo.search('ship');
  const remembered = await cubo.search('ship');
  expect(remembered.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  expect(remembered[0]?.explain.cached).toMatchObject({ query: 'ship' });
  expect((await cubo.status()).searchCache).toMatchObject({ hits: 1, misses: 1, entries: 1 });
});
