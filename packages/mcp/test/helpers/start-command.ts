import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { command } from './connect.ts';

/** The command as it runs: what it prints, and how it ends. */
export interface RunningCommand {
  readonly child: ChildProcessWithoutNullStreams;
  readonly printed: { out: string; err: string };
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

/** Starts the command without a client. */
export function startCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningCommand {
  const child = spawn(process.execPath, [command, ...args], { stdio: 'pipe', env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes) => {
    printed.out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    printed.err += bytes;
  });
  // Messages that it does not wait for are lost with it.
  child.stdin.on('error', () => {});
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  return { child, printed, exit };
}
