import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../test.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cubo-test-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the test command on test files of their own project. */
function runTests(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { status, stdout } = spawnSync(process.execPath, [command, '--root', folder, '--globals'], {
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
  });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

it('counts what passed, in one last line', () => {
  const result = runTests({ 'a.test.js': "it('a', () => {}); describe('d', () => { it('b', () => {}); });" });
  expect(result).toEqual({ status: 0, lastLine: '2 passed, 0 failed' });
});

it('counts failed and skipped tests, and a file that cannot be loaded as one failure', () => {
  const result = runTests({
    'a.test.js': "it('a', () => {}); it('b', () => { throw new Error('b'); }); it.skip('c', () => {});",
    'b.test.js': "import './absent.js'; it('never', () => {});",
  });
  expect(result).toEqual({ status: 1, lastLine: '1 passed, 2 failed, 1 skipped' });
});

it('fails on an error outside every test', () => {
  const result = runTests({
    'a.test.js':
      "it('a', () => { setTimeout(() => { throw new Error('late'); }, 0); return new Promise((r) => setTimeout(r, 50)); });",
  });
  expect(result).toEqual({ status: 1, lastLine: '1 passed, 1 failed' });
});

it('fails when there is no test', () => {
  expect(runTests({})).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
});
