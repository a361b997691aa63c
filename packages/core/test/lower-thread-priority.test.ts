import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** The nice value of a thread that had one before it was to give way. */
async function lowered(before: number): Promise<unknown> {
  const file = new URL('../src/threads/lower-thread-priority.ts', import.meta.url).href;
  const code = `
    const { getPriority, setPriority } = require('node:os');
    const { parentPort } = require('node:worker_threads');
    setPriority(0, ${before});
    import(${JSON.stringify(file)}).then(({ lowerThreadPriority }) => {
      lowerThreadPriority();
      parentPort.postMessage(getPriority(0));
    });`;
  const worker = new Worker(code, { eval: true });
  const [value] = await once(worker, 'message');
  return value;
}

test.runIf(process.platform === 'linux')('a thread gives way, and is not raised where it gives way more', async () => {
  expect(await lowered(0)).toBe(10);
  expect(await lowered(15)).toBe(15);
});
