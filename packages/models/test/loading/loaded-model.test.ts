import { expect, test } from 'vitest';
import { createLoadedModel } from '../../src/loading/loaded-model.ts';

/** Counts loads and releases; a load ends when it is let. */
function counted() {
  const counts = { loads: 0, releases: 0, fails: false, isDead: false };
  const waiting: (() => void)[] = [];
  const model = createLoadedModel({
    async load() {
      counts.loads++;
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (counts.fails) throw new Error('no such file');
      return { isReleased: false };
    },
    release(released) {
      released.isReleased = true;
      counts.releases++;
    },
    isUsable: () => !counts.isDead,
  });
  const letLoad = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { counts, model, letLoad };
}

test('a model is loaded once for all who wait for it, and kept', async () => {
  const { counts, model, letLoad } = counted();
  const uses = [1, 2].map((number) => model.use(async () => number));
  letLoad();
  expect(await Promise.all(uses)).toEqual([1, 2]);
  expect(await model.use(async () => 3)).toBe(3);
  expect(counts).toMatchObject({ loads: 1, releases: 0 });
});

test('a model that is in use is released when its use is over, and loaded anew by the next', async () => {
  const { counts, model, letLoad } = counted();
  let finish = () => {};
  const use = model.use(async (used) => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return used.isReleased;
  });
  letLoad();
  await new Promise(setImmediate);
  const released = model.release();
  await new Promise(setImmediate);
  expect(counts.releases).toBe(0);
  const next = model.use(async (used) => used.isReleased);
  letLoad();
  expect(await next).toBe(false);
  finish();
  expect(await use).toBe(false);
  await released;
  expect(counts).toMatchObject({ loads: 2, releases: 1 });
});

test('a model that is released while it loads is released after it', async () => {
  const { counts, model, letLoad } = counted();
  const use = model.use(async ({ isReleased }) => isReleased);
  const released = model.release();
  letLoad();
  expect(await use).toBe(false);
  await released;
  expect(counts).toMatchObject({ loads: 1, releases: 1 });
});

test('a model that could not be loaded is tried again, and there is nothing to release', async () => {
  const { counts, model, letLoad } = counted();
  counts.fails = true;
  const failing = model.use(async () => 1);
  letLoad();
  await expect(failing).rejects.toThrow('no such file');
  await model.release();
  counts.fails = false;
  const use = model.use(async () => 2);
  letLoad();
  expect(await use).toBe(2);
  expect(counts).toMatchObject({ loads: 2, releases: 0 });
});

test('work that fails leaves the model as it is', async () => {
  const { counts, model, letLoad } = counted();
  const failing = model.use(async () => {
    throw new Error('no');
  });
  letLoad();
  await expect(failing).rejects.toThrow('no');
  await model.release();
  expect(counts).toMatchObject({ loads: 1, releases: 1 });
});

test('a model that cannot be used any more is loaded anew', async () => {
  const { counts, model, letLoad } = counted();
  const use = model.use(async () => 1);
  letLoad();
  await use;
  counts.isDead = true;
  const again = model.use(async () => 2);
  letLoad();
  expect(await again).toBe(2);
  expect(counts).toMatchObject({ loads: 2, releases: 0 });
});
