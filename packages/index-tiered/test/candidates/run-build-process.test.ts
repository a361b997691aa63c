import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBuildProcess } from '../../src/candidates/building/run-build-process.ts';
import type { VectorFrame } from '../../src/candidates/building/vector-frames.ts';
import type { EngineDescription } from '../../src/candidates/engines/load-engine.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 64;
const settings = { dimensions, quantization: 'f32', connectivity: 16, expansionAdd: 16, expansionSearch: 16 } as const;

/** A request to build with a package that does something in the place of adding vectors. */
function request(add: string) {
  const folder = join(temporaryDirectory(), 'library');
  mkdirSync(folder);
  const save = "require('node:fs').writeFileSync(path, '');";
  const source = `exports.Index = class { size() { return 0; } add() { ${add} } save(path) { ${save} } };`;
  writeFileSync(join(folder, 'index.js'), source);
  const description: EngineDescription = { name: 'usearch', package: folder, settings };
  return { description, mostBytes: 1e9, to: join(folder, 'index') };
}

/** So many bytes that they do not fit into what the system keeps for a process that does not read. */
async function* manyVectors(): AsyncGenerator<VectorFrame> {
  for (let i = 0; i < 100; i++) yield { kind: 'add', vectors: new Float32Array(1024 * dimensions).fill(1) };
}

const run = (add: string, vectors = manyVectors(), signal = new AbortController().signal) =>
  runBuildProcess(request(add), vectors, signal);

test('a process that ends before it has taken all vectors is what has failed', async () => {
  expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({
    failure: { stage: 'add', reason: 'it ended with SIGKILL' },
  });
  expect(await run("throw new Error('It is full.')")).toEqual({ failure: { stage: 'add', reason: 'It is full.' } });
});

test('vectors that cannot be read are what has failed, and end the process', async () => {
  async function* unreadable(): AsyncGenerator<VectorFrame> {
    yield* manyVectors();
    throw new Error('The disk is gone.');
  }
  await expect(run('', unreadable())).rejects.toThrow('The disk is gone.');
});

test('a process that never answers is ended by an abort', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('no longer wanted')), 300);
  await expect(run('for (;;) ;', manyVectors(), stop.signal)).rejects.toThrow('no longer wanted');
});

test('what the library has started itself is not waited for', async () => {
  const start = performance.now();
  const sleep = "process.execPath, ['-e', 'setTimeout(() => {}, 12000)'], { stdio: 'inherit', detached: true }";
  const started = `require('node:child_process').spawn(${sleep}).unref();`;
  expect(await run(`${started} process.kill(process.pid, 'SIGKILL')`)).toMatchObject({ failure: { stage: 'add' } });
  expect(performance.now() - start).toBeLessThan(10_000);
}, 30_000);
