import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The server as a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Starts the server on a free port, and waits until it listens. What it complains of goes to this process. */
export async function startServerProcess(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const entry = fileURLToPath(new URL('../serve.ts', import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, CUBO_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A check that fails leaves no server behind.
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Listening at (.+)$/.exec(line) ?? [];
    if (url !== undefined) return { url, process: child };
  }
  throw new Error('The server ended before it listened.');
}

/** Starts a server that is expected to refuse, and gives its exit code. */
export async function exitCodeOfServer(environment: Readonly<Record<string, string>>): Promise<number | null> {
  const entry = fileURLToPath(new URL('../serve.ts', import.meta.url));
  const child = spawn(process.execPath, [entry], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code as number | null;
}
