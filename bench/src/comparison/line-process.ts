import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';

/** A program that answers requests line by line, see `bench/peers/serve.mjs`. */
export interface LineProcess {
  /** Sends a request and waits for its answer; throws what the program says has gone wrong, or that it has ended. */
  request<Result>(command: string, parameters: Readonly<Record<string, unknown>>, minutes?: number): Promise<Result>;
  /** Ends the program. */
  close(): Promise<void>;
}

/** One thread for each, whatever a library calls it. */
const oneThread = {
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
  RAYON_NUM_THREADS: '1',
  // With a single one its tasks wait for each other for ever; they share one core.
  LANCE_CPU_THREADS: '2',
};

/** On Linux programs are held to one core besides, the same for all: they work by turns. */
const pinning: readonly string[] = findPinning();

function findPinning(): string[] {
  const pin = ['taskset', '--cpu-list', String(cpus().length - 1)];
  return spawnSync(pin[0] as string, [...pin.slice(1), 'true']).status === 0 ? pin : [];
}

const prefix = '@answer ';
const defaultMinutes = 60;

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Starts a program. */
export function startLineProcess(name: string, command: string, args: readonly string[]): LineProcess {
  const [program = command, ...rest] = [...pinning, command, ...args];
  const child: ChildProcess = spawn(program, rest, {
    env: { ...process.env, ...oneThread },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let messages = '';
  let ended: Error | undefined;
  let requests = 0;

  function end(reason: string): void {
    const lines = messages.trim().split('\n');
    const telling = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
    ended ??= new Error(`${name} ${reason}${telling === '' ? '' : `: ${telling.trim()}`}`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }
  child.on('error', (error) => end(`could not be started (${error.message})`));
  child.on('exit', (code, signal) => end(`ended with ${signal ?? code}`));
  child.stdin?.on('error', () => {}); // it has ended, and 'exit' tells
  child.stderr?.on('data', (data: Buffer) => {
    messages = (messages + data.toString()).slice(-4096);
  });
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (!line.startsWith(prefix)) return;
    const { id, result, error } = JSON.parse(line.slice(prefix.length)) as Answer;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(error));
  });
  // The program ends with its input, which ends with this process.
  return {
    async request<Result>(what: string, parameters: Readonly<Record<string, unknown>>, minutes = defaultMinutes) {
      if (ended !== undefined) throw ended;
      const id = ++requests;
      const timer = setTimeout(() => {
        end(`gave no answer within ${minutes} minutes`);
        child.kill('SIGKILL');
      }, minutes * 60_000);
      try {
        return await new Promise<Result>((resolve, reject) => {
          waiting.set(id, { resolve: (value) => resolve(value as Result), reject });
          child.stdin?.write(`${JSON.stringify({ id, command: what, parameters })}\n`);
        });
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}
