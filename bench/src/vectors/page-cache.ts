import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** So much of files may stay: the system keeps what somebody else is using. */
const tolerated = 0.02;

/**
 * Asks the system to forget what it has of files in memory, by GNU `dd`, and looks by `fincore` whether it did. A string
 * is the reason why they have to be taken for still being there.
 */
export async function dropFromPageCache(files: readonly string[]): Promise<string | undefined> {
  try {
    let bytes = 0;
    for (const file of files) {
      await run('dd', [`if=${file}`, 'iflag=nocache', 'count=0']);
      bytes += (await stat(file)).size;
    }
    const { stdout } = await run('fincore', ['--bytes', '--noheadings', '--raw', '--output', 'RES', ...files]);
    const left = stdout
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line), 0);
    return left <= tolerated * bytes ? undefined : `${left} of ${bytes} bytes stayed in the page cache`;
  } catch (error) {
    return `this system has no tools to drop files from its page cache (${(error as Error).message.split('\n')[0]})`;
  }
}
