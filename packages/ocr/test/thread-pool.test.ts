import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createThreadPool, type ThreadPool } from '../src/threads/thread-pool.ts';

const url = new URL('./helpers/odd-thread.ts', import.meta.url);
const open: ThreadPool<string, string>[] = [];
const pool = (size = 1, timeLimitMilliseconds = 5000) => {
  const made = createThreadPool<string, string>({
    url,
    name: 'odd',
    size,
    timeLimitMilliseconds,
    idleMilliseconds: 5000,
  });
  open.push(made);
  return made;
};
afterEach(() => Promise.all(open.splice(0).map((made) => made.close(new Error('the test is over')))));

describe('createThreadPool', () => {
  test('answers each request with its own answer, in any number', async () => {
    const threads = pool(2);
    const requests = Array.from({ length: 20 }, (_, index) => `request ${index}`);
    expect(await Promise.all(requests.map((request) => threads.run(request)))).toEqual(requests.map((at) => `${at}!`));
  });

  test.each([
    ['crash', /its thread crashed: out of order/],
    ['exit', /its thread ended/],
    ['fail', /no such page/],
  ])('a thread that does %s fails its request alone', async (request, message) => {
    const threads = pool();
    const after = threads.run('next').catch((error: unknown) => error);
    const failed = expect(threads.run(request)).rejects.toThrow(message);
    const last = threads.run('last');
    await failed;
    expect(await after).toBe('next!');
    expect(await last).toBe('last!');
  });

  test('a thread that hangs is ended after the time limit', async () => {
    const threads = pool(1, 2000);
    await threads.run('warm');
    const failed = expect(threads.run('hang')).rejects.toThrow(/longer than 2 seconds/);
    const next = threads.run('next').catch(() => threads.run('next'));
    await failed;
    expect(await next).toBe('next!');
  });

  test('a thread that is worn is replaced', async () => {
    const threads = pool();
    expect(await threads.run('worn')).toBe('worn');
    expect(await threads.run('next')).toBe('next!');
  });

  test('an aborted request ends at once, queued or under way, and others go on', async () => {
    const threads = pool();
    await threads.run('warm');
    const [running, queued] = [new AbortController(), new AbortController()];
    const hanging = expect(threads.run('hang', { signal: running.signal })).rejects.toThrow('enough');
    const waiting = expect(threads.run('never', { signal: queued.signal })).rejects.toThrow('too late');
    const last = threads.run('last');
    queued.abort(new Error('too late'));
    await waiting;
    running.abort(new Error('enough'));
    await hanging;
    expect(await last).toBe('last!');
    await expect(threads.run('x', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  test('closing fails what waits and what runs', async () => {
    const threads = pool();
    const both = Promise.allSettled([threads.run('hang'), threads.run('waiting')]);
    await threads.close(new Error('closed'));
    await threads.close(new Error('closed again'));
    expect((await both).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    await expect(threads.run('after')).rejects.toThrow('closed');
  });

  test('an idle thread does not keep the process alive', () => {
    const script = `
      const { createThreadPool } = await import(${JSON.stringify(new URL('../src/threads/thread-pool.ts', import.meta.url).href)});
      const pool = createThreadPool({ url: new URL(${JSON.stringify(url.href)}), name: 'odd', size: 1, timeLimitMilliseconds: 60000, idleMilliseconds: 60000 });
      console.log(await pool.run('hello'));`;
    const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 15_000,
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    expect(signal).toBeNull();
    expect(stdout).toBe('hello!\n');
  });
});
