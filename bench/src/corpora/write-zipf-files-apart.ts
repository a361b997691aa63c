import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Writes files of generated text as `writeZipfFiles` does, in a process of its own: what making the words takes of memory
 * is not found again in what is measured.
 */
export async function writeZipfFilesApart(directory: string, megabytes: number): Promise<number> {
  const program = fileURLToPath(new URL('./zipf-files-process.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [...process.execArgv, program, directory, String(megabytes)]);
  return Number(stdout);
}
