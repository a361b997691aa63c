#!/usr/bin/env node
// @ts-check
// Packs every package and checks the tarballs: publint, are-the-types-wrong, and what a reader of the package must find
// in it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './lib/checkout.mjs';
import { packAll } from './lib/pack.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'cubo-packed-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let failures = 0;
for (const { name, tarball } of packAll(folder)) {
  const before = failures;
  check(name, 'publint', ['publint', 'src', 'cli.js'], ['run', '--strict', tarball]);
  check(name, 'are the types wrong', ['@arethetypeswrong/cli', 'dist', 'index.js'], ['--profile', 'esm-only', tarball]);
  for (const problem of missingParts(tarball)) complain(name, problem);
  if (failures === before) console.log(`${name}: ok`);
}
process.exitCode = failures > 0 ? 1 : 0;

/**
 * @param {string} name
 * @param {string} what
 * @param {string[]} script below node_modules
 * @param {string[]} args
 */
function check(name, what, script, args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', ...script), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (status !== 0) complain(name, `${what} found problems:\n${stdout}${stderr}`);
}

/** @param {string} tarball */
function missingParts(tarball) {
  const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
  const manifest = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
  const missing = ['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'].filter(
    (file) => !list.includes(`package/${file}`),
  );
  const problems = missing.map((file) => `${file} is missing from the tarball`);
  if (/"(workspace|catalog):/.test(manifest)) problems.push('its package.json still names versions of the workspace');
  return problems;
}

/**
 * @param {string} name
 * @param {string} problem
 */
function complain(name, problem) {
  failures += 1;
  console.error(`${name}: ${problem}`);
}
