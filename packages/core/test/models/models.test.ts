import { setImmediate } from 'node:timers/promises';
import type { Logger } from '@cubo/contracts';
import { manualClock, scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { createModels } from '../../src/models/models.ts';
import { loadableEmbedder } from './loadable-embedder.ts';
import { GiB, openedModels, plenty, seconds } from './opened-models.ts';

test('a model is loaded by its first use, and unloaded when nothing was asked of it for 300 seconds', async () => {
  const { clock, told, model, embedder, models } = openedModels();
  expect(models.status()).toMatchObject([{ kind: 'embedder', id: 'loadable', state: 'unloaded', requests: 0 }]);
  await embedder.embedQuery('boiler');
  await clock.advance(seconds(299));
  await embedder.embedDocuments(['boiler']);
  await clock.advance(seconds(299));
  expect(model).toMatchObject({ loads: 1, unloads: 0 });
  await clock.advance(seconds(1));
  expect(model).toMatchObject({ loads: 1, unloads: 1, isLoaded: false });
  expect(clock.waiting(), 'nothing is waited for while nothing is loaded').toBe(0);
  await embedder.embedQuery('boiler');
  expect(model).toMatchObject({ loads: 2, isLoaded: true, faults: [] });
  expect(told.map(({ state, since }) => [state, since])).toEqual([
    ['loading', '1970-01-01T00:00:00.000Z'],
    ['ready', '1970-01-01T00:00:00.000Z'],
    ['unloaded', '1970-01-01T00:09:59.000Z'],
    ['loading', '1970-01-01T00:09:59.000Z'],
    ['ready', '1970-01-01T00:09:59.000Z'],
  ]);
});

test.each([
  [0, 0],
  [10, 10],
  [Number.POSITIVE_INFINITY, undefined],
])('with %s idle seconds it is unloaded after %s', async (idleSeconds, after) => {
  const { clock, model, embedder } = openedModels(plenty, idleSeconds);
  await embedder.embedQuery('boiler');
  if (after === undefined) {
    await clock.advance(seconds(86_400));
    expect(model.unloads).toBe(0);
    return;
  }
  if (after > 0) await clock.advance(seconds(after) - 1);
  expect(model.unloads).toBe(0);
  await clock.advance(after > 0 ? 1 : 0);
  expect(model.unloads).toBe(1);
});

test('a model is not unloaded during a request, however long it takes and whoever asks for it', async () => {
  const memory = { total: 16 * GiB, available: () => 0.1 * GiB };
  const { clock, model, models, embedder } = openedModels(memory);
  const open = model.hold('requests');
  const long = embedder.embedQuery('boiler');
  await model.reached('requests');
  await clock.advance(seconds(3600));
  await models.unload();
  expect(models.status()).toMatchObject([{ state: 'ready', requests: 1 }]);
  expect(model.unloads).toBe(0);
  open();
  await long;
  await setImmediate();
  expect(model).toMatchObject({ unloads: 1, isLoaded: false, faults: [] });
});

test('those who ask together wait for one load', async () => {
  const { model, embedder } = openedModels();
  const open = model.hold('loads');
  const all = [embedder.embedQuery('a'), embedder.embedQuery('b'), embedder.embedDocuments(['c'])];
  await model.reached('loads');
  open();
  await Promise.all(all);
  expect(model).toMatchObject({ loads: 1, faults: [] });
});

test('who leaves during a load leaves at once, and the load goes on for the others', async () => {
  const { clock, model, models, embedder } = openedModels();
  const open = model.hold('loads');
  const leaving = new AbortController();
  const left = embedder.embedQuery('a', { signal: leaving.signal });
  const staying = embedder.embedQuery('b');
  await model.reached('loads');
  leaving.abort(new Error('not needed any more'));
  await expect(left).rejects.toThrow('not needed any more');
  expect(models.status()).toMatchObject([{ state: 'loading', requests: 1, lastFailure: undefined }]);
  open();
  expect(await staying).toHaveLength(64);
  // A load that all have left is not in vain: the next one may come soon.
  await models.unload();
  const openAgain = model.hold('loads');
  const alone = new AbortController();
  const last = embedder.embedQuery('c', { signal: alone.signal });
  await model.reached('loads');
  alone.abort(new Error('left alone'));
  await expect(last).rejects.toThrow('left alone');
  openAgain();
  await clock.advance(0);
  expect(models.status()).toMatchObject([{ state: 'ready', requests: 0 }]);
  await clock.advance(seconds(300));
  expect(model).toMatchObject({ loads: 2, unloads: 2, faults: [] });
});

test('when memory is short, idle models are given back within seconds, and before another is loaded', async () => {
  let available = 8 * GiB;
  const { clock, model, models, embedder } = openedModels({ total: 16 * GiB, available: () => available });
  const other = loadableEmbedder();
  const second = models.embedder(other);
  await embedder.embedQuery('a');
  available = 1.7 * GiB;
  await clock.advance(seconds(60));
  expect(model.unloads, 'more than a tenth is available').toBe(0);
  available = 1.5 * GiB;
  await second.embedQuery('a');
  expect([model.isLoaded, other.isLoaded], 'room was made').toEqual([false, true]);
  const open = other.hold('requests');
  const busy = second.embedQuery('b');
  await embedder.embedQuery('a');
  await other.reached('requests');
  await clock.advance(seconds(5));
  expect([model.isLoaded, other.isLoaded], 'what is at work stays').toEqual([false, true]);
  open();
  await busy;
  await clock.advance(seconds(5));
  expect(other.isLoaded).toBe(false);
  expect([...model.faults, ...other.faults]).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

test('a system that does not tell its memory is not taken for one without', async () => {
  const { clock, model, embedder } = openedModels({ total: 16 * GiB, available: () => undefined });
  await embedder.embedQuery('a');
  await clock.advance(seconds(299));
  expect(model.unloads).toBe(0);
});

test('closing unloads what is idle at once, and what is being loaded or at work when that has ended', async () => {
  const { clock, model, models, embedder } = openedModels();
  const loading = loadableEmbedder();
  const busy = loadableEmbedder();
  const [whileLoading, whileBusy] = [models.embedder(loading), models.embedder(busy)];
  await embedder.embedQuery('a');
  const openLoad = loading.hold('loads');
  const asked = whileLoading.embedQuery('a');
  const openRequest = busy.hold('requests');
  const request = whileBusy.embedQuery('a');
  await Promise.all([loading.reached('loads'), busy.reached('requests')]);
  await models.close();
  expect([model.isLoaded, loading.isLoaded, busy.isLoaded]).toEqual([false, false, true]);
  openLoad();
  openRequest();
  await Promise.all([asked, request]);
  await setImmediate();
  expect([loading.unloads, busy.unloads]).toEqual([1, 1]);
  expect([...model.faults, ...loading.faults, ...busy.faults]).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

test('a model that is asked while it is being unloaded is loaded when that is done', async () => {
  const { clock, models } = openedModels();
  const model = loadableEmbedder();
  const unloading = Promise.withResolvers<void>();
  const embedder = models.embedder(
    Object.assign(Object.create(model), {
      async unload() {
        await unloading.promise;
        await model.unload();
      },
    }),
  );
  await embedder.embedQuery('a');
  const unloaded = models.unload();
  const again = embedder.embedQuery('a');
  await clock.advance(0);
  expect(model.loads).toBe(1);
  unloading.resolve();
  await Promise.all([unloaded, again]);
  expect(model).toMatchObject({ loads: 2, unloads: 1, faults: [] });
});

test('a model that cannot be unloaded is told, and asked again later', async () => {
  const warnings: string[] = [];
  const logger = { warn: (message: string) => warnings.push(message) } as unknown as Logger;
  const models = createModels({ clock: manualClock(), memory: plenty, logger });
  const model = { ...loadableEmbedder(), unload: () => Promise.reject(new Error('stuck')) };
  const embedder = models.embedder(model);
  await embedder.embedQuery('a');
  await models.unload();
  expect(warnings).toEqual(['The embedder loadable could not be unloaded: stuck']);
  expect(await embedder.embedQuery('a')).toHaveLength(64);
});

test('one model in two knowledge bases is unloaded when the second lets it go', async () => {
  const model = loadableEmbedder();
  const [one, two] = [0, 1].map(() => createModels({ clock: manualClock(), memory: plenty }));
  const [first, second] = [one?.embedder(model), two?.embedder(model)];
  await Promise.all([first?.embedQuery('a'), second?.embedQuery('a')]);
  const open = model.hold('requests');
  const long = second?.embedQuery('a');
  await model.reached('requests');
  await one?.unload();
  expect(one?.status()).toMatchObject([{ state: 'unloaded' }]);
  expect(model.unloads).toBe(0);
  open();
  await long;
  await two?.unload();
  expect(model).toMatchObject({ loads: 1, unloads: 1, faults: [] });
});

test('a generator stays loaded until its stream has ended, and one given with a question is listed while it is loaded', async () => {
  const { clock, models } = openedModels();
  let loaded = 0;
  const generator = {
    ...scriptedGenerator({ script: 'Three months [1].' }),
    load: async () => void loaded++,
    unload: async () => void loaded--,
  };
  const request = { question: 'How long?', passages: [], messages: [] };
  const given = models.givenGenerator(generator);
  expect(models.givenGenerator(generator)).toBe(given);
  expect(models.givenGenerator(given)).toBe(given);
  expect(models.status()).toHaveLength(1);
  for await (const event of given.generate(request)) {
    await clock.advance(seconds(600));
    expect(loaded, event.type).toBe(1);
    if (event.type === 'text') break;
  }
  expect(models.status()[1]).toMatchObject({ kind: 'generator', id: 'scripted', state: 'ready', requests: 0 });
  await clock.advance(seconds(300));
  expect(loaded).toBe(0);
  expect(models.status()).toHaveLength(1);
  const plain = scriptedGenerator({ script: '' });
  expect(models.givenGenerator(plain), 'without a model to load').toBe(plain);
});

test('what a generator knows of its model when that is loaded is told from then on', async () => {
  const { models } = openedModels();
  const { capabilities, ...scripted } = scriptedGenerator({ script: 'Yes.' });
  let isLoaded = false;
  const held = models.generator({
    ...scripted,
    get contextWindow() {
      return isLoaded ? 2048 : 8192;
    },
    get capabilities() {
      return { ...capabilities, tools: isLoaded };
    },
    load: async () => {
      isLoaded = true;
    },
  });
  expect(held).toMatchObject({ contextWindow: 8192, capabilities: { tools: false } });
  for await (const _ of held.generate({ question: 'Is it?', passages: [], messages: [] }));
  expect(held).toMatchObject({ contextWindow: 2048, capabilities: { tools: true } });
});
