import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const script = path.join(import.meta.dirname, '..', 'trace-connections.mjs');
const trace = (code: string) =>
  spawnSync(process.execPath, [script, process.execPath, '-e', code], { encoding: 'utf8' });
const cannotTrace = trace('').status === 75;

it.skipIf(cannotTrace)('fails where something beyond this machine is contacted, and names it', () => {
  // To connect a socket of UDP sends nothing.
  const { status, stdout } = trace(
    "const s = require('dgram').createSocket('udp4'); s.connect(9, '192.0.2.1', () => s.close())",
  );
  expect(stdout).toContain('1 contacts outside of this machine, 0 within it');
  expect(stdout).toContain('192.0.2.1');
  expect(status).toBe(1);
});

it.skipIf(cannotTrace)('sees threads and the processes that are started, and lets what stays here pass', () => {
  const connect = "require('net').connect(9, '127.0.0.1').on('error', () => {})";
  const thread = `new (require('worker_threads').Worker)(${JSON.stringify(connect)}, { eval: true })`;
  const child = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(connect)}])`;
  const { status, stdout } = trace(`${thread};${child}`);
  expect(stdout).toContain('0 contacts outside of this machine, 2 within it');
  expect(status).toBe(0);
});

it.skipIf(cannotTrace)('fails with the command', () => {
  expect(trace('process.exit(3)')).toMatchObject({ status: 1, stdout: expect.stringContaining('exit code 3') });
});
