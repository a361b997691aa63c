import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What a process does with a library: an ingest, or searches. */
export interface LibraryTask {
  readonly path: string;
  /** Hexadecimal. Default: not encrypted. */
  readonly key?: string | undefined;
  readonly corpus?: string | undefined;
  readonly queries?: readonly string[] | undefined;
}

/** What it took. */
export interface TaskCost {
  /** Of an ingest the whole process with its threads, of searches these alone. */
  readonly cpuSeconds: number;
  /** Milliseconds of the median search. */
  readonly median: number;
  /** The most memory that the process has held. */
  readonly peakBytes: number;
  readonly libraryBytes: number;
  readonly chunks: number;
}

const run = promisify(execFile);
const program = fileURLToPath(new URL('./library-process.ts', import.meta.url));

/** Has a task done by a process of its own, so that its memory and its processor time are nobody else's. */
export async function costOf(task: LibraryTask): Promise<TaskCost> {
  const { stdout } = await run(process.execPath, [...process.execArgv, program, JSON.stringify(task)]);
  return JSON.parse(stdout) as TaskCost;
}
