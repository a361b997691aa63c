import { expect, test } from 'vitest';
import { openedModels, seconds } from './opened-models.ts';

test('a model whose load fails is tried again: at once after the first time, later and later after that', async () => {
  const { clock, model, models, embedder } = openedModels();
  model.failLoads(new Error('no such file'));
  const ask = (told = 'no such file') => expect(embedder.embedQuery('a')).rejects.toThrow(told);
  await Promise.all([ask(), ask(), ask()]);
  expect(model.loads, 'those who ask together fail together').toBe(1);
  expect(models.status()).toMatchObject([
    { state: 'failed', requests: 0, lastFailure: { message: 'no such file', at: '1970-01-01T00:00:00.000Z' } },
  ]);
  await ask();
  expect(model.loads).toBe(2);
  for (const [pause, loads] of [
    [1, 3],
    [2, 4],
    [4, 5],
  ] as const) {
    await ask('is tried again in');
    await clock.advance(seconds(pause) - 1);
    await ask(`It failed ${loads - 1} times in a row, and is tried again in 1 s.`);
    expect(model.loads, 'too early').toBe(loads - 1);
    await clock.advance(1);
    await ask();
    expect(model.loads).toBe(loads);
  }
  for (let minute = 0; minute < 20; minute++) {
    await clock.advance(seconds(60));
    await ask();
  }
  expect(model.loads, 'no pause is longer than a minute').toBe(25);
  model.failLoads(undefined);
  await clock.advance(seconds(60));
  expect(await embedder.embedQuery('a')).toHaveLength(64);
  expect(models.status()).toMatchObject([{ state: 'ready', lastFailure: { message: 'no such file' } }]);
  // All is forgotten: the next failure is a first one again.
  model.failRequests(new Error('busy'));
  await expect(embedder.embedQuery('a')).rejects.toThrow('busy');
  model.failRequests(undefined);
  expect(await embedder.embedQuery('a')).toHaveLength(64);
});

test('a model that does not answer has failed until it answers again, and stays loaded meanwhile', async () => {
  const { clock, told, model, models, embedder } = openedModels();
  await embedder.embedQuery('a');
  model.failRequests(new Error('out of tune'));
  await expect(embedder.embedQuery('a')).rejects.toThrow('out of tune');
  expect(models.status()).toMatchObject([{ state: 'failed', lastFailure: { code: 'CUBO_EMBEDDER_FAILED' } }]);
  const stop = AbortSignal.abort(new Error('enough'));
  await expect(embedder.embedQuery('a', { signal: stop })).rejects.toThrow('enough');
  model.failRequests(undefined);
  await embedder.embedQuery('a');
  expect(told.map(({ state }) => state)).toEqual(['loading', 'ready', 'failed', 'ready']);
  model.failRequests(new Error('out of tune'));
  await expect(embedder.embedQuery('a')).rejects.toThrow();
  await clock.advance(seconds(300));
  expect(model).toMatchObject({ loads: 1, unloads: 1, faults: [] });
  expect(models.status()).toMatchObject([{ state: 'unloaded' }]);
});

test('an ingest tries however often a model has failed', async () => {
  const { model, embedder } = openedModels();
  model.failRequests(new Error('out of tune'));
  for (let i = 0; i < 4; i++) await expect(embedder.embedDocuments(['a'])).rejects.toThrow('out of tune');
  model.failRequests(undefined);
  expect(await embedder.embedDocuments(['a'])).toHaveLength(1);
});

test('a vector that is none is a failure of the model', async () => {
  const { models, model } = openedModels();
  const broken = models.embedder({ ...model, id: 'broken', embedQuery: async () => new Float32Array(3) });
  await expect(broken.embedQuery('a')).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
  expect(models.status()[1]).toMatchObject({ state: 'failed', lastFailure: { code: 'CUBO_EMBEDDER_INVALID' } });
});
