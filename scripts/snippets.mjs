#!/usr/bin/env node
// @ts-check
// Keeps the code in the documentation equal to the files that CI runs: `--write` fills it in, `--check` fails on a
// difference.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/checkout.mjs';
import { fillSnippets } from './lib/fill-snippets.mjs';
import { workspaceFolders } from './lib/workspaces.mjs';

const mode = process.argv[2];
if (mode !== '--write' && mode !== '--check') {
  console.error('Usage: node scripts/snippets.mjs --write | --check');
  process.exit(2);
}

const readmes = ['README.md', 'CONTRIBUTING.md', ...workspaceFolders(root).map((folder) => `${folder}/README.md`)];
const pages = existsSync(path.join(root, 'docs'))
  ? readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((page) => `docs/${page.split(path.sep).join('/')}`)
      .filter((page) => page.endsWith('.md') && !page.startsWith('docs/api/'))
      .sort()
  : [];

let failures = 0;
for (const page of [...readmes, ...pages]) {
  const file = path.join(root, page);
  if (!existsSync(file)) continue;
  const before = readFileSync(file, 'utf8');
  const { text, problems } = fillSnippets(before, readSource);
  for (const problem of problems) complain(`${page}:${problem}`);
  if (text === before) continue;
  if (mode === '--write') writeFileSync(file, text);
  else complain(`${page}: a code block differs from its file; run: node scripts/snippets.mjs --write`);
}
process.exitCode = failures > 0 ? 1 : 0;

/** @param {string} source */
function readSource(source) {
  const file = path.join(root, source);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** @param {string} problem */
function complain(problem) {
  failures += 1;
  console.error(problem);
}
