#!/usr/bin/env node
// @ts-check
// Builds the binding of `faiss-node` from the source in its npm package, against Debian's libfaiss-dev: its own
// installation fetches from GitHub. `node scripts/build-faiss-node.mjs <folder>` puts the package below the folder's
// node_modules. Exit code 75: something that it takes is not there, and the last line says what.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { machineEnvironment } from './lib/machine-environment.mjs';

const packages = ['faiss-node@0.5.1', 'node-api-headers@1.9.0'];
const faissHeader = '/usr/include/faiss/Index.h';
const missing = 75;

/** FAISS 1.7.3, which Debian has, knows this type by its older name only. */
const compatibility = '#include <faiss/Index.h>\nnamespace faiss { using idx_t = Index::idx_t; }\n';

const folder = path.resolve(process.argv[2] ?? '');
if (process.argv[2] === undefined) end(1, 'Which folder? node scripts/build-faiss-node.mjs <folder>');
if (!existsSync(faissHeader)) end(missing, `there is no ${faissHeader} (Debian: libfaiss-dev)`);
if (spawnSync('c++', ['--version']).status !== 0) end(missing, 'there is no C++ compiler (Debian: g++)');
install();
compile();
console.log(`faiss-node is built in ${folder}.`);

function install() {
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: folder,
    env: machineEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) end(missing, 'npm could not install faiss-node');
}

function compile() {
  const modules = path.join(folder, 'node_modules');
  const home = path.join(modules, 'faiss-node');
  const build = path.join(home, 'build', 'Release');
  mkdirSync(build, { recursive: true });
  const header = path.join(build, 'compatibility.h');
  writeFileSync(header, compatibility);
  const includes = ['node-addon-api', 'node-api-headers/include'].map((name) => `-I${path.join(modules, name)}`);
  const { status } = spawnSync(
    'c++',
    [
      ...['-std=c++17', '-O1', '-fPIC', '-shared', '-fopenmp', '-DNAPI_VERSION=8', '-DNODE_GYP_MODULE_NAME=faiss_node'],
      ...['-include', header, ...includes, path.join(home, 'src', 'faiss.cc')],
      ...['-o', path.join(build, 'faiss-node.node'), '-lfaiss', '-llapack', '-lblas'],
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) end(1, 'The binding of faiss-node could not be compiled.');
}

/**
 * @param {number} code
 * @param {string} message
 * @returns {never}
 */
function end(code, message) {
  console.log(message);
  process.exit(code);
}
