import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createExtractionPool, type Extraction } from '../src/workers/extraction-pool.ts';

/**
 * A thread that speaks the protocol of a pool by itself, and does what it is told in place of a document: `count` gives
 * five batches, the others are the ways in which a document can end a thread.
 */
const thread = `
const { workerData } = require('node:worker_threads');
const { port } = workerData;
const post = (message) => port.postMessage(message);
port.on('message', async ({ type, id, argument }) => {
  if (type !== 'stream') return;
  if (argument === 'hang') for (;;);
  if (argument === 'idle') return;
  if (argument === 'crash') setImmediate(() => { throw new Error('out of order'); });
  if (argument === 'exit') process.exit(3);
  if (argument === 'fill') { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }
  if (argument === 'slow') for (let i = 0; i < 8; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    post({ type: 'tell', name: 'beat' });
  }
  if (argument === 'deaf') {
    for (let i = 0; i < 4; i++) post({ type: 'item', id, value: { items: [], description: {}, unread: [] } });
    setInterval(() => post({ type: 'tell', name: 'beat' }), 100);
  }
  if (argument === 'count' || argument === 'slow') {
    for (let i = 0; i < 5; i++) post({ type: 'item', id, value: { items: [{ text: String(i) }], description: {}, unread: [] } });
    post({ type: 'end', id });
  }
});
post({ type: 'tell', name: 'ready' });
`;

function openPool(options: { size?: number; script?: string; timeLimitMilliseconds?: number } = {}) {
  const { size = 1, script = thread, timeLimitMilliseconds = 10_000 } = options;
  let started = 0;
  const pool = createExtractionPool({
    size,
    timeLimitMilliseconds,
    start() {
      started++;
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(script, {
        eval: true,
        workerData: { port: port2 },
        transferList: [port2],
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      });
      return { worker, port: port1, handlers: {} };
    },
  });
  onTestFinished(() => pool.close());
  return { begin: (argument: string) => pool.begin({ uri: `/${argument}`, argument }), started: () => started, pool };
}

async function read(extraction: Extraction, signal?: AbortSignal): Promise<string[]> {
  const texts: string[] = [];
  for await (const { items } of extraction.batches(signal)) texts.push(...items.map((item) => item.text));
  return texts;
}

const counted = ['0', '1', '2', '3', '4'];

test.each([
  ['hang', 'CUBO_SOURCE_TIMEOUT', 'Reading /hang was given up after 0.4 seconds without any progress.'],
  ['idle', 'CUBO_SOURCE_TIMEOUT', 'Reading /idle was given up after 0.4 seconds without any progress.'],
  ['fill', 'CUBO_LIMIT_EXCEEDED', 'Reading /fill took more memory than one document may take.'],
  ['crash', 'CUBO_FORMAT_INVALID', 'Reading /crash broke off (out of order).'],
  ['exit', 'CUBO_FORMAT_INVALID', 'Reading /exit broke off.'],
])('a document that makes its thread %s fails alone', async (ending, code, summary) => {
  const isStuck = code === 'CUBO_SOURCE_TIMEOUT';
  const { begin, started } = openPool(isStuck ? { timeLimitMilliseconds: 400 } : {});
  const [before, bad, after] = [begin('count'), begin(ending), begin('count')];
  expect(await read(before)).toEqual(counted);
  await expect(read(bad)).rejects.toMatchObject({ error: { code, summary, path: `/${ending}` } });
  expect(await read(after)).toEqual(counted);
  expect(started()).toBe(2);
});

test('a thread that says it is getting on may take longer', async () => {
  expect(await read(openPool({ timeLimitMilliseconds: 400 }).begin('slow'))).toEqual(counted);
});

test('waiting for its reader is not held against a thread', async () => {
  const { begin } = openPool({ timeLimitMilliseconds: 400 });
  const first = begin('count');
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(await read(first)).toEqual(counted);
});

test('documents that are ready ahead are read in any order, and what nobody wants is stopped', async () => {
  const { begin, started } = openPool({ size: 2 });
  const [a, b, unwanted, c] = [begin('count'), begin('count'), begin('count'), begin('count')];
  unwanted.cancel();
  for (const wanted of [b, a, c]) expect(await read(wanted)).toEqual(counted);
  expect(started()).toBe(2);
});

test('a signal ends the reading at once, and the thread that does not stop', async () => {
  const { begin } = openPool();
  const stop = new AbortController();
  const reading = read(begin('hang'), stop.signal);
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

test.each([0, 1000])(
  'a thread that only says it is getting on, and does not stop, is ended, told after %i ms',
  async (wait) => {
    const { begin, started } = openPool({ timeLimitMilliseconds: 25_000 });
    const deaf = begin('deaf');
    // After a while its window is full, and it is not watched.
    await new Promise((resolve) => setTimeout(resolve, wait));
    deaf.cancel();
    const begun = performance.now();
    while (started() === 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (performance.now() - begun > 10_000) break;
      const next = begin('count');
      await new Promise((resolve) => setTimeout(resolve, 100));
      next.cancel();
    }
    expect(performance.now() - begun).toBeLessThan(9000);
  },
);

test('a thread that cannot start is no fault of a document', async () => {
  const { begin } = openPool({ script: 'throw new Error("no such module");' });
  await expect(read(begin('count'))).rejects.toThrow(/^no such module$/);
});

test('a document that is wanted now does not wait for threads that wait for their readers', async () => {
  const { pool, begin, started } = openPool();
  const ahead = begin('count');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await read(pool.beginNow({ uri: '/now', argument: 'count' }))).toEqual(counted);
  expect(await read(ahead)).toEqual(counted);
  expect(started()).toBe(2);
});

test('a document whose turn has come does not wait in the queue for threads that wait for their readers', async () => {
  const { begin, started } = openPool({ size: 2 });
  const ahead = [begin('count'), begin('count')];
  const [next, after] = [begin('count'), begin('count')];
  // The two ahead have filled their windows.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await read(next)).toEqual(counted);
  for (const extraction of [...ahead, after]) expect(await read(extraction)).toEqual(counted);
  expect(started()).toBe(3);
});

test('threads that rest end, and others do what comes next', async () => {
  const { begin, pool, started } = openPool({ size: 2 });
  expect(await read(begin('count'))).toEqual(counted);
  const busy = begin('slow');
  await pool.rest();
  expect(await read(busy)).toEqual(counted);
  expect(started()).toBe(1);
  await pool.rest();
  expect(await read(begin('count'))).toEqual(counted);
  expect(started()).toBe(2);
});
