import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CuboError, isCuboError, type Reranker } from '@cubo/contracts';
import { manualClock, scriptedGenerator } from '@cubo/contracts/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Cubo, CuboEvent, CuboOptions } from '../../src/index.ts';
import { finish, openCubo, writeFiles } from '../open-cubo.ts';
import { loadableEmbedder } from './loadable-embedder.ts';

const texts = {
  'boiler.txt': 'Press the red button for three seconds to reset the boiler.',
  'lease.txt': 'The tenant may end the lease with a notice period of three months.',
};

async function filled(options: Partial<CuboOptions> = {}) {
  const model = loadableEmbedder();
  const opened = await openCubo({ embedder: model, ...options });
  await writeFiles(opened.documents, texts);
  await finish(opened.cubo.ingest(opened.documents));
  return { ...opened, model };
}

/** All events from now until the library is closed. */
function listen(cubo: Cubo): CuboEvent[] {
  const heard: CuboEvent[] = [];
  void (async () => {
    for await (const event of cubo.events()) heard.push(event);
  })();
  return heard;
}

const states = (events: readonly CuboEvent[]) =>
  events.flatMap((event) => (event.type === 'model' ? [`${event.model.id} ${event.model.state}`] : []));
const lists = (hit: { explain: { lists: readonly { list: string }[] } } | undefined) =>
  hit?.explain.lists.map(({ list }) => list);

test('the model of a library is loaded by its first use, let go when idle, and close unloads it', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const { cubo, model } = await filled({ clock });
  const heard = listen(cubo);
  expect((await cubo.status()).models).toMatchObject([{ kind: 'embedder', id: 'loadable', state: 'ready' }]);
  await clock.advance(300_000);
  expect((await cubo.status()).models).toMatchObject([{ state: 'unloaded', since: '2026-01-01T00:05:00.000Z' }]);
  expect(lists((await cubo.search('boiler'))[0])).toEqual(['sparse', 'dense']);
  await cubo.unload();
  expect(model.isLoaded).toBe(false);
  await cubo.search('boiler');
  await cubo.close();
  await setImmediate();
  expect(states(heard)).toEqual(
    ['unloaded', 'loading', 'ready', 'unloaded', 'loading', 'ready', 'unloaded'].map((state) => `loadable ${state}`),
  );
  expect(model).toMatchObject({ loads: 3, unloads: 3, faults: [] });
  expect(clock.waiting()).toBe(0);
  await expect(cubo.unload()).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
});

test('a model of two libraries stays loaded while one of them is asked', async () => {
  const model = loadableEmbedder();
  const [one, two] = [await filled({ embedder: model }), await filled({ embedder: model })];
  const open = model.hold('requests');
  const long = two.cubo.search('boiler');
  await model.reached('requests');
  await one.cubo.close();
  expect(model.isLoaded).toBe(true);
  open();
  expect(lists((await long)[0])).toEqual(['sparse', 'dense']);
  await two.cubo.close();
  expect(model).toMatchObject({ loads: 1, unloads: 1, faults: [] });
});

test('one model in two libraries is let go by the last that uses it', async () => {
  const model = loadableEmbedder();
  const [one, two] = [await openCubo({ embedder: model }), await openCubo({ embedder: model })];
  for (const { cubo, documents } of [one, two]) {
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
  }
  await one.cubo.unload();
  expect(model).toMatchObject({ loads: 1, unloads: 0 });
  expect(lists((await two.cubo.search('boiler'))[0])).toEqual(['sparse', 'dense']);
  await two.cubo.unload();
  expect(model).toMatchObject({ loads: 1, unloads: 1, faults: [] });
});

test('idleSeconds says how long, and what makes no sense is refused', async () => {
  const clock = manualClock();
  const { model } = await filled({ clock, models: { idleSeconds: 20 } });
  await clock.advance(19_999);
  expect(model.isLoaded).toBe(true);
  await clock.advance(1);
  expect(model.isLoaded).toBe(false);
  for (const models of [{ idleSeconds: -1 }, { idleSeconds: Number.NaN }, { idleSeconds: '5' }, { idle: 5 }, 5]) {
    await expect(openCubo({ models: models as never }), JSON.stringify(models)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('models'),
    });
  }
  await expect(openCubo({ clock: { now: Date.now, schedule: 5 } as never })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining('schedule'),
  });
});

test('a clock that only tells the time is still a clock: the timers are those of the computer', async () => {
  const { model } = await filled({ clock: { now: () => 0 }, models: { idleSeconds: 0.02 } });
  await vi.waitFor(() => expect(model.isLoaded).toBe(false));
});

test('the model that was trained on the library is let go too, and read again', async () => {
  const clock = manualClock();
  const { cubo, documents } = await filled({ clock, embedder: undefined });
  const before = await cubo.search('boiler');
  expect(lists(before[0])).toEqual(['sparse', 'dense']);
  await clock.advance(300_000);
  expect((await cubo.status()).models).toMatchObject([{ kind: 'embedder', id: 'latent', state: 'unloaded' }]);
  const heard = listen(cubo);
  expect(await cubo.search('boiler')).toEqual(before);
  expect(states(heard)).toEqual(['latent loading', 'latent ready']);
  // A new training takes the place of the old one.
  await writeFile(join(documents, 'ferry.txt'), 'The ferry leaves the harbour at noon.');
  await finish(cubo.ingest(documents));
  expect(lists((await cubo.search('ferry'))[0])).toEqual(['sparse', 'dense']);
  expect((await cubo.status()).models).toMatchObject([{ id: 'latent', state: 'ready' }]);
});

test('with a model that fails, a hybrid search goes by the words and says so, and recovers by itself', async () => {
  const { cubo, model } = await filled();
  await cubo.unload();
  const heard = listen(cubo);
  model.failLoads(new Error('no such file'));
  const failure = {
    part: 'dense',
    code: 'CUBO_EMBEDDER_FAILED',
    message: expect.stringMatching(/loadable failed: no such file/),
  };
  for (const options of [{}, { diversity: 0.5 }, { mode: 'hybrid' }] as const) {
    const hits = await cubo.search('three', options);
    expect(hits).toHaveLength(2);
    expect(hits.map(lists)).toEqual([['sparse'], ['sparse']]);
    expect(hits.map(({ explain }) => explain.failures)).toEqual([[failure], [failure]]);
  }
  await expect(cubo.search('boiler', { mode: 'dense' })).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
  expect(await cubo.search('boiler', { mode: 'sparse' })).toHaveLength(1);
  const status = await cubo.status();
  expect(status.models).toMatchObject([{ state: 'failed', lastFailure: { message: 'no such file' } }]);
  expect(status.dense?.coverage, 'the rest of the status is there').toBe(1);
  expect(heard.filter(({ type }) => type === 'search-degraded')).toEqual(
    new Array(3).fill({ type: 'search-degraded', failure }),
  );
  const answer = await cubo.ask('How is the boiler reset?', { leastConfidence: 0 });
  expect(answer.text).toContain('red button');
  expect(answer.hits[0]?.explain.failures).toEqual([failure]);
  model.failLoads(undefined);
  await vi.waitFor(
    async () => {
      const [hit] = await cubo.search('boiler');
      expect(lists(hit)).toEqual(['sparse', 'dense']);
      expect(hit?.explain.failures).toBeUndefined();
    },
    { timeout: 10_000, interval: 200 },
  );
  expect((await cubo.status()).models).toMatchObject([{ state: 'ready' }]);
}, 20_000);

test('what was found without the model is not remembered', async () => {
  for (const searchCache of [{}, { similarity: 0.95 }]) {
    const { cubo, model } = await filled({ searchCache });
    model.failRequests(new Error('out of tune'));
    expect(lists((await cubo.search('boiler'))[0])).toEqual(['sparse']);
    model.failRequests(undefined);
    expect(lists((await cubo.search('boiler'))[0])).toEqual(['sparse', 'dense']);
    const [again] = await cubo.search('boiler');
    expect(again?.explain.cached).toMatchObject({ similarity: 1 });
  }
});

test('a search that is aborted during a load ends at once, and the load serves the others', async () => {
  const { cubo, model } = await filled();
  await cubo.unload();
  const open = model.hold('loads');
  const stop = new AbortController();
  const left = cubo.search('boiler', { signal: stop.signal });
  const stayed = cubo.search('boiler');
  await model.reached('loads');
  stop.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  open();
  expect(lists((await stayed)[0])).toEqual(['sparse', 'dense']);
  expect(model).toMatchObject({ loads: 2, faults: [] });
});

test('close does not wait for a load, whose model is let go when it is there', async () => {
  const { cubo, model } = await filled();
  await cubo.unload();
  const open = model.hold('loads');
  const search = cubo.search('boiler').catch((error: CuboError) => error.code);
  await model.reached('loads');
  await cubo.close();
  expect(await search).toBe('CUBO_LIBRARY_CLOSED');
  open();
  await setImmediate();
  expect(model).toMatchObject({ isLoaded: false, loads: 2, unloads: 2, faults: [] });
});

test('idle models are given back when the memory of the computer is short', async () => {
  const clock = manualClock();
  const { cubo, model } = await filled({ clock });
  const available = vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 20);
  onTestFinished(() => available.mockRestore());
  await clock.advance(5000);
  expect(model.isLoaded).toBe(false);
  expect(lists((await cubo.search('boiler'))[0])).toEqual(['sparse', 'dense']);
});

test('generators and rerankers that are models are loaded and let go as well', async () => {
  const clock = manualClock();
  const loaded = new Set<string>();
  const model = (name: string) => ({
    load: async () => void loaded.add(name),
    unload: async () => void loaded.delete(name),
  });
  const generator = { ...scriptedGenerator({ script: 'By the red button [1].' }), ...model('generator') };
  const rewriter = { ...scriptedGenerator({ script: 'reset boiler' }), id: 'rewriter', ...model('rewriter') };
  const reranker: Reranker = {
    id: 'cross-encoder',
    rerank: async (_query, candidates) => candidates.map(({ id }) => ({ id, score: loaded.has('reranker') ? 1 : 0 })),
    ...model('reranker'),
  };
  const { cubo } = await filled({ clock, generator, reranker });
  const [hit] = await cubo.search('boiler', { rerank: true, rewrite: { generator: rewriter }, explain: true });
  expect(hit).toMatchObject({ score: 1, explain: { search: { rewriting: { generator: 'rewriter' } } } });
  expect([...loaded].sort()).toEqual(['reranker', 'rewriter']);
  expect((await cubo.ask('How is the boiler reset?', { leastConfidence: 0 })).generator).toBe('scripted');
  const listed = async () => (await cubo.status()).models.map(({ kind, id, state }) => `${kind} ${id} ${state}`).sort();
  expect(await listed()).toEqual([
    'embedder loadable ready',
    'generator rewriter ready',
    'generator scripted ready',
    'reranker cross-encoder ready',
  ]);
  await clock.advance(300_000);
  expect(loaded.size).toBe(0);
  expect(await listed(), 'what came with one search is gone').toEqual([
    'embedder loadable unloaded',
    'generator scripted unloaded',
    'reranker cross-encoder unloaded',
  ]);
});

test('a generator whose model cannot be loaded fails the question by name, and the search goes on', async () => {
  const generator = {
    ...scriptedGenerator({ script: '' }),
    load: () => Promise.reject(new Error('no such file')),
  };
  const { cubo } = await filled({ generator });
  const asked = cubo.ask('How is the boiler reset?', { leastConfidence: 0 });
  await expect(asked).rejects.toMatchObject({
    code: 'CUBO_GENERATOR_FAILED',
    message: expect.stringContaining('no such file'),
  });
  expect(await cubo.search('boiler')).not.toHaveLength(0);
  expect((await cubo.status()).models.find(({ kind }) => kind === 'generator')?.state).toBe('failed');
  expect((await cubo.status()).models.find(({ kind }) => kind === 'embedder')?.state).toBe('ready');
});

test("an ingest thread's calls of the host's embedder load it too, and keep it loaded", async () => {
  const { cubo, model } = await filled({ threads: 1 });
  expect(model).toMatchObject({ loads: 1, isLoaded: true, faults: [] });
  expect((await cubo.status()).models).toMatchObject([{ state: 'ready', requests: 0 }]);
}, 30_000);

test('events end with the library or the signal, several may listen, and none is kept for who has left', async () => {
  const { cubo } = await filled();
  const stop = new AbortController();
  const stopped = (async () => {
    for await (const _ of cubo.events({ signal: stop.signal }));
  })();
  const [one, two] = [listen(cubo), listen(cubo)];
  for await (const event of (async function* () {
    const events = cubo.events();
    void setImmediate().then(() => cubo.unload());
    yield* events;
  })()) {
    expect(event).toMatchObject({ type: 'model', model: { state: 'unloaded' } });
    break;
  }
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  await cubo.search('boiler');
  await cubo.close();
  await setImmediate();
  expect(one).toEqual(two);
  expect(states(one).at(-1)).toBe('loadable unloaded');
  const late = cubo.events()[Symbol.asyncIterator]().next();
  expect(isCuboError(await late.catch((error: unknown) => error), 'CUBO_LIBRARY_CLOSED')).toBe(true);
});
