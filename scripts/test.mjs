#!/usr/bin/env node
// @ts-check
// Runs every test, or those that the arguments select (they go to vitest), and prints `N passed, N failed` as its last
// line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './lib/checkout.mjs';
import { formatCounts } from './lib/format-counts.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'cubo-test-counts-'));
const countsFile = path.join(folder, 'counts.json');
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', `--reporter=${path.join(root, 'scripts', 'lib', 'count-reporter.mjs')}`];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, CUBO_TEST_COUNTS: countsFile },
  stdio: 'inherit',
});
const counts = readCounts();
rmSync(folder, { recursive: true, force: true });

if (status !== 0 && counts.failed === 0) {
  counts.failed += 1;
  console.log(`vitest ended with ${status ?? 'a signal'} although no test failed; that counts as one failure.`);
}
if (counts.passed + counts.failed === 0) {
  counts.failed += 1;
  console.log('No test ran; that counts as one failure.');
}
console.log(formatCounts(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

function readCounts() {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }; // vitest ended before it could report, so its exit code tells
  }
}
