import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../comparison/rounds.ts';
import type { OpenedMemory, OpenRequest } from './open-program.ts';

const program = fileURLToPath(new URL('./open-program.ts', import.meta.url));
const run = promisify(execFile);
const times = 3;

/** Bytes of resident memory that an index adds to a process: when it is opened, and when it has been searched. */
export async function openedMemory(request: OpenRequest): Promise<{ opened: number; searched: number }> {
  const all: OpenedMemory[] = [];
  for (let i = 0; i < times; i++) {
    const args = [...process.execArgv, '--expose-gc', program, JSON.stringify(request)];
    const { stdout } = await run(process.execPath, args);
    all.push(JSON.parse(stdout) as OpenedMemory);
  }
  return {
    opened: median(all.map(({ before, opened }) => opened - before)),
    searched: median(all.map(({ before, searched }) => searched - before)),
  };
}
