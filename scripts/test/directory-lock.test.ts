import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withDirectoryLock } from '../lib/directory-lock.mjs';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cubo-lock-'));
  lock = path.join(folder, 'deep', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leaveLock = (pid: number, host: string) => {
  mkdirSync(lock, { recursive: true });
  writeFileSync(path.join(lock, 'owner.json'), JSON.stringify({ pid, host }));
};
const deadProcess = () => spawnSync(process.execPath, ['--version']).pid;

it('lets one at a time through, removes itself, and passes results and errors on', async () => {
  let running = 0;
  const work = async (value: number) => {
    running += 1;
    expect(running).toBe(1);
    await sleep(20);
    running -= 1;
    return value;
  };
  const results = await Promise.all([1, 2, 3].map((value) => withDirectoryLock(lock, () => work(value))));
  expect(results).toEqual([1, 2, 3]);
  await expect(withDirectoryLock(lock, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(existsSync(lock)).toBe(false);
});

it('keeps several processes apart, also when all of them find the lock of a dead one', async () => {
  leaveLock(deadProcess(), hostname());
  const log = path.join(folder, 'log');
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withDirectoryLock } from ${JSON.stringify(new URL('../lib/directory-lock.mjs', import.meta.url).href)};
    await withDirectoryLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(log)}, '(');
      await sleep(30);
      appendFileSync(${JSON.stringify(log)}, ')');
    });`;
  const run = () =>
    new Promise<number | null>((resolve) => {
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' }).on('close', resolve);
    });
  expect(await Promise.all([run(), run(), run(), run()])).toEqual([0, 0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('()()()()');
});

it('waits for a living owner and says so once', async () => {
  leaveLock(process.pid, hostname());
  const owners: string[] = [];
  let entered = false;
  const waiting = withDirectoryLock(
    lock,
    () => {
      entered = true;
      return Promise.resolve();
    },
    { onWait: (owner) => owners.push(owner) },
  );
  await sleep(350);
  expect(entered).toBe(false);
  rmSync(lock, { recursive: true });
  await waiting;
  expect(entered).toBe(true);
  expect(owners).toEqual([String(process.pid)]);
});

it('takes over from an owner on another machine only when its heartbeat stands still', async () => {
  leaveLock(deadProcess(), 'another-machine.invalid');
  const start = Date.now();
  await withDirectoryLock(lock, () => Promise.resolve(), { patience: 400 });
  expect(Date.now() - start).toBeGreaterThanOrEqual(400);
});
