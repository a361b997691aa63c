import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Debian's Python, for which `python3-faiss` is. */
const python = '/usr/bin/python3';
const jobs = fileURLToPath(new URL('./faiss-jobs.py', import.meta.url));

/** Why FAISS cannot take part, if it cannot. */
export const faissMissing: string | undefined =
  spawnSync(python, ['-c', 'import faiss'], { stdio: 'ignore' }).status === 0
    ? undefined
    : `${python} has no module faiss (Debian: python3-faiss)`;

/** Runs a function of `faiss-jobs.py`. */
export function faiss<T>(job: string, parameters: Record<string, unknown>): T {
  const input = JSON.stringify({ job, ...parameters });
  const { status, stdout, stderr } = spawnSync(python, [jobs], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`FAISS failed: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** What FAISS found: for each query the ids and their scores, best first; -1 where there are no more. */
export interface FaissSearch {
  readonly probes: number;
  readonly ids: readonly (readonly number[])[];
  readonly scores: readonly (readonly number[])[];
}
