#!/usr/bin/env node
// @ts-check
// Watches from outside, by the system calls, whom Cubo connects or sends to: over the demo, an ingest, a search, a
// question, an audit and an erasure on the command line, and the example in which a model is refused another host; or over
// the command that is given: node scripts/trace-connections.mjs npm test
// Anything but loopback, Unix sockets and the kernel itself is an error. Exit code 75: there is no strace, or it may not trace.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTrace } from './lib/read-trace.mjs';

const missing = 75;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'cubo-trace-'));
let traces = 0;
try {
  process.exitCode = run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run() {
  const reason = whyNotTraced();
  if (reason !== undefined) {
    console.log(reason);
    return missing;
  }
  let isGood = true;
  for (const [name, command] of commands()) isGood = isLocal(name, command) && isGood;
  return isGood ? 0 : 1;
}

/** Traces a connection that must be seen, so that an empty trace means something. */
function whyNotTraced() {
  const script = "require('node:net').connect(9, '127.0.0.1').on('error', () => {})";
  const { status, contacts, output } = trace([process.execPath, '-e', script]);
  if (status === undefined) return 'strace is not installed';
  if (status !== 0) return `strace may not trace: ${output.trim().split('\n').at(-1)}`;
  if (contacts.some(({ target }) => target === '127.0.0.1 port 9')) return undefined;
  return 'strace does not see connections here';
}

/** @returns {[name: string, command: string[]][]} */
function commands() {
  const given = process.argv.slice(2);
  if (given.length > 0) return [[given.join(' '), given]];
  const cubo = path.join(root, 'packages/core/dist/cli.js');
  const documents = path.join(root, 'examples/demo-documents');
  const library = ['--library', path.join(folder, 'library')];
  /** @param {string[]} words */
  const onLibrary = (...words) => [process.execPath, cubo, ...words, ...library];
  return [
    ['demo', [process.execPath, path.join(root, 'examples/demo/demo.mjs')]],
    ['cubo ingest', onLibrary('ingest', documents)],
    ['cubo search', onLibrary('search', 'How long is the notice period?')],
    ['cubo ask', onLibrary('ask', 'How long is the notice period for an employee?')],
    ['cubo audit', onLibrary('audit')],
    ['cubo erase', onLibrary('erase', path.join(documents, 'employee-handbook.md'))],
    ['a model that is refused another host', [process.execPath, path.join(root, 'examples/audit/audit.ts')]],
  ];
}

/**
 * @param {string} name
 * @param {string[]} command
 */
function isLocal(name, command) {
  const { status, contacts, output } = trace(command);
  const outside = contacts.filter((contact) => !contact.isLocal);
  const inside = contacts.length - outside.length;
  console.log(`${name}: ${outside.length} contacts outside of this machine, ${inside} within it`);
  for (const { line } of outside) console.log(`  ${line}`);
  if (status !== 0) console.log(`  failed with exit code ${status}\n${output}`);
  return status === 0 && outside.length === 0;
}

/**
 * Runs a command under strace, with all its threads and the processes that it starts.
 *
 * @param {string[]} command
 */
function trace(command) {
  const file = path.join(folder, `trace-${traces++}`);
  // Other calls run at full speed, and what is sent is not shown.
  const options = ['-f', '-qq', '--seccomp-bpf', '-s', '0', '-e', 'trace=connect,sendto,sendmsg,sendmmsg'];
  const { status, error, stdout, stderr } = spawnSync(
    'strace',
    [...options, '-e', 'signal=none', '-o', file, ...command],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const contacts = existsSync(file) ? readTrace(readFileSync(file, 'utf8')) : [];
  return { status: error === undefined ? status : undefined, contacts, output: stdout + stderr };
}
