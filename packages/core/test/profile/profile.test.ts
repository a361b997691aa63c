import { readdir, readFile } from 'node:fs/promises';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Reranker } from '@cubo/contracts';
import { hashingEmbedder, manualClock } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import type { CuboOptions } from '../../src/index.ts';
import { loadableEmbedder } from '../models/loadable-embedder.ts';
import { finish, openCubo, writeFiles } from '../open-cubo.ts';

const texts = {
  'boiler.txt': 'Press the red button for three seconds to reset the boiler.',
  'lease.txt': 'The tenant may end the lease with a notice period of three months.',
};

test('the status tells the profile, its settings and what was given in their place', async () => {
  const { cubo } = await openCubo({ profile: 'workstation', memory: { budgetMiB: 600 } });
  const { profile, memory } = await cubo.status();
  expect(profile).toMatchObject({
    name: 'workstation',
    settings: { budgetMiB: { value: 600, from: 'option' }, threads: { value: false, from: 'option' } },
  });
  expect(memory.budgetMiB).toBe(600);
  const automatic = await openCubo();
  expect(['laptop', 'workstation']).toContain((await automatic.cubo.status()).profile.name);
  for (const bad of ['phone', '', 5, null]) {
    await expect(openCubo({ profile: bad as never }), String(bad)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('profile'),
    });
  }
});

test('a reranker that is a model reads every hybrid search of a workstation, and on a laptop those that ask for it', async () => {
  const rerank: Reranker['rerank'] = async (_query, candidates) => candidates.map(({ id }) => ({ id, score: 7 }));
  const model: Reranker = { id: 'cross-encoder', rerank, unload: async () => {} };
  const rerankedBy = async (options: Partial<CuboOptions>, rerank?: boolean) => {
    const { cubo, documents } = await openCubo(options);
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    const [hit] = await cubo.search('boiler', { rerank });
    expect(hit?.explain.lists.map(({ list }) => list)).toEqual(['sparse', 'dense']);
    return hit?.explain.reranked?.reranker;
  };
  expect(await rerankedBy({ profile: 'workstation', reranker: model })).toBe('cross-encoder');
  expect(await rerankedBy({ profile: 'laptop', reranker: model })).toMatch(/^proximity/);
  expect(await rerankedBy({ profile: 'laptop', reranker: model }, true)).toBe('cross-encoder');
  expect(await rerankedBy({ profile: 'laptop', reranker: model }, false)).toBeUndefined();
  const formula: Reranker = { id: 'formula', rerank };
  expect(await rerankedBy({ profile: 'laptop', reranker: formula })).toBe('formula');
});

test.each([
  ['laptop', true],
  ['workstation', false],
] as const)(
  'on a %s an ingest waits for searches: %s, and goes on a step a second at least',
  async (profile, waits) => {
    const clock = manualClock();
    const model = loadableEmbedder();
    const embedded: number[] = [];
    const embedder = {
      ...model,
      async embedDocuments(given: readonly string[]) {
        embedded.push(given.length);
        return hashingEmbedder().embedDocuments(given);
      },
    };
    const { cubo, documents } = await openCubo({ profile, clock, embedder, models: { idleSeconds: Infinity } });
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    embedded.length = 0;
    const open = model.hold('requests');
    const search = cubo.search('boiler');
    await model.reached('requests');
    await writeFiles(documents, { 'ferry.txt': 'The ferry leaves the harbour at noon.' });
    const told: string[] = [];
    const ingest = (async () => {
      for await (const { type } of cubo.ingest(documents)) told.push(type);
    })();
    const isDone = () => told.at(-1) === 'done';
    if (!waits) {
      await ingest;
      expect(isDone()).toBe(true);
    } else {
      for (let turn = 0; turn < 50; turn++) await wait(2);
      expect(told.length).toBeLessThan(3);
      expect(embedded).toEqual([]);
      // A second waited in vain is enough for a second of work, which is all there is to do.
      await clock.advance(1000);
      await ingest;
      expect(isDone()).toBe(true);
    }
    expect(embedded).toEqual([1]);
    open();
    await search;
  },
);

test('a search that is left does not hold the ingest up', async () => {
  const clock = manualClock();
  const model = loadableEmbedder();
  const { cubo, documents } = await openCubo({ profile: 'laptop', clock, embedder: model });
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  await cubo.unload();
  const open = model.hold('loads');
  const stop = new AbortController();
  const search = cubo.search('boiler', { signal: stop.signal });
  await model.reached('loads');
  stop.abort(new Error('enough'));
  await expect(search).rejects.toThrow('enough');
  await setImmediate();
  await finish(cubo.ingest(documents));
  open();
});

/** Threads of this process by their nice value; a thread is left out that ends meanwhile. */
async function niceThreads(): Promise<Map<string, number>> {
  const threads = new Map<string, number>();
  for (const id of await readdir('/proc/self/task')) {
    const stat = await readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => undefined);
    // The fields after the name, which may hold anything: nice is the 19th of all.
    if (stat !== undefined) threads.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
  }
  return threads;
}

test.runIf(process.platform === 'linux').each([
  ['laptop', 2],
  ['workstation', 0],
] as const)(
  'the ingest threads of a %s leave the cores to others: %s threads',
  async (profile, count) => {
    const before = await niceThreads();
    const { cubo, documents } = await openCubo({ profile, threads: 1 });
    await writeFiles(documents, texts);
    let during = 0;
    for await (const _event of cubo.ingest(documents)) {
      // Those that extract end before a model is trained.
      const nice = [...(await niceThreads())].filter(([id, value]) => !before.has(id) && value > 0);
      during = Math.max(during, nice.length);
    }
    expect(during).toBe(count);
  },
  30_000,
);
