import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const library = new URL('../lib/run-node.mjs', import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cubo-run-node-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a process that runs `code` as a task, the way run.mjs does. */
function startTask(code: string, { args = [] as string[], callerFolder = folder, through = '' } = {}) {
  const entry = path.join(folder, 'task.mjs');
  writeFileSync(entry, code);
  const task = JSON.stringify({ entry: path.relative(root, entry), fromCaller: true });
  const runner = `
    import { runNode } from ${JSON.stringify(library)};
    await runNode({ node: process.execPath, task: ${task}, args: ${JSON.stringify(args)} });`;
  const runnerArguments = ['--input-type=module', '-e', runner];
  const throughArguments = through === '' ? [] : ['--input-type=module', '-e', through, '--'];
  const child = spawn(process.execPath, [...throughArguments, ...runnerArguments], {
    cwd: root,
    env: { ...process.env, INIT_CWD: callerFolder },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let stdout = '';
  const waiters: (() => void)[] = [];
  child.stdout?.on('data', (data) => {
    stdout += data;
    for (const waiter of waiters.splice(0)) waiter();
  });
  const ended = new Promise<{ code: number | null; signal: string | null; stdout: string }>((resolve) => {
    child.on('close', (exitCode, signal) => resolve({ code: exitCode, signal, stdout }));
  });
  const printed = async (text: string) => {
    while (!stdout.includes(text)) await new Promise<void>((resolve) => waiters.push(resolve));
  };
  return { child, ended, printed };
}

const stayAlive = 'setInterval(() => {}, 1000);';

describe('runNode', () => {
  it('passes arguments untouched, adds nothing to stdout, and ends with the exit code of the task', async () => {
    const args = ['--json', 'two words', '$HOME', '--', '"', ''];
    const { ended } = startTask('process.stdout.write(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;', {
      args,
    });
    expect(await ended).toEqual({ code: 7, signal: null, stdout: JSON.stringify(args) });
  });

  it('runs the task where npm was called', async () => {
    const { ended } = startTask('process.stdout.write(process.cwd());', { callerFolder: tmpdir() });
    expect((await ended).stdout).toBe(tmpdir());
  });

  it('forwards SIGTERM and lets the task finish in its own way', async () => {
    const { child, ended, printed } = startTask(
      `process.on('SIGTERM', () => { console.log('stopping'); process.exit(5); }); console.log('ready'); ${stayAlive}`,
    );
    await printed('ready');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 5, stdout: 'ready\nstopping\n' });
  });

  it('dies of the signal that its task died of', async () => {
    const { ended } = startTask(`process.kill(process.pid, 'SIGKILL'); ${stayAlive}`);
    expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('leaves no orphan when it is killed itself', async () => {
    const { child, ended, printed } = startTask(`console.log('ready'); ${stayAlive}`);
    await printed('ready');
    child.kill('SIGKILL');
    // The task holds stdout too, so this waits for its end as well.
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  });

  it.skipIf(process.platform === 'win32').each([
    ['ends it in its own way when a signal ended the shell of npm', 'shell', { stdout: 'ready\nstopping\n' }],
    ['kills it when npm itself was killed', 'npm', { stdout: 'ready\n' }],
  ])('%s', async (_, victim, expected) => {
    // npm starts a shell, the shell starts run.mjs; kill one of the two.
    const npm = `
      import { spawn } from 'node:child_process';
      const shell = spawn('sh', ['-c', '"$0" "$@"; exit $?', process.execPath, ...process.argv.slice(1)], { stdio: ['ignore', 'inherit', 'ignore'] });
      process.on('message', () => { shell.kill('SIGTERM'); process.disconnect(); });`;
    const { child, ended, printed } = startTask(
      `process.on('SIGTERM', () => { console.log('stopping'); process.exit(5); }); console.log('ready'); ${stayAlive}`,
      { through: npm },
    );
    await printed('ready');
    if (victim === 'npm') child.kill('SIGKILL');
    else child.send('end the shell');
    expect(await ended).toMatchObject(expected);
  });

  it('does not keep a task alive, nor touch the processes that the task forks', async () => {
    const { ended } = startTask(`
      import { fork } from 'node:child_process';
      import { isMainThread } from 'node:worker_threads';
      if (process.argv[2] === 'forked') {
        process.on('disconnect', () => setTimeout(() => console.log('forked child goes on'), 50));
        process.channel.unref();
        process.send('ready');
        setTimeout(() => {}, 200);
      } else {
        const child = fork(process.argv[1], ['forked']);
        child.on('message', () => child.disconnect());
      }`);
    expect(await ended).toEqual({ code: 0, signal: null, stdout: 'forked child goes on\n' });
  });
});
