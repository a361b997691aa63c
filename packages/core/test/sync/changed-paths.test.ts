import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createChangedPaths } from '../../src/sync/changed-paths.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const never = new AbortController().signal;

test('paths come together once nothing has changed for a while, each once and in order', async () => {
  const changes = createChangedPaths(60);
  for (const path of ['/none/b', '/none/a', '/none/b']) changes.touch(path, 'gone');
  const started = performance.now();
  const taking = changes.take(never);
  await sleep(30);
  changes.touch('/none/c', 'gone');
  expect(await taking).toEqual(['/none/a', '/none/b', '/none/c']);
  expect(performance.now() - started).toBeGreaterThan(80);
  expect(changes.size).toBe(0);
});

test('a file that changes without a word is waited for', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  await writeFile(path, 'one');
  const changes = createChangedPaths(80);
  changes.touch(path, await lstat(path));
  const started = performance.now();
  const taking = changes.take(never);
  await sleep(20);
  await writeFile(path, 'and two');
  expect(await taking).toEqual([path]);
  expect(performance.now() - started).toBeGreaterThan(150);
});

test('a path that never rests does not hold up the others', async () => {
  const changes = createChangedPaths(30);
  changes.touch('/none/a', 'gone');
  const busy = setInterval(() => changes.touch('/none/log', 'gone'), 10);
  expect(await changes.take(never)).toEqual(['/none/a']);
  clearInterval(busy);
  expect(await changes.take(never)).toEqual(['/none/log']);
});

test('waiting ends with an abort, and with an interruption', async () => {
  const changes = createChangedPaths(10);
  const stop = new AbortController();
  const aborted = changes.take(stop.signal);
  stop.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  const interrupted = changes.take(never);
  changes.interrupt();
  expect(await interrupted).toEqual([]);
});
