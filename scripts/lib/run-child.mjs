// @ts-check
import { spawn } from 'node:child_process';

/**
 * Runs a tool of the bootstrap: no stdin, and everything it prints goes to stderr, as it comes or (`quiet`) when it
 * fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, quiet?: boolean }} options
 * @returns {Promise<{ code: number, tail: string }>} the exit code (127 when it could not be started), the end of what
 * it printed
 */
export function runChild(command, args, { cwd, env, quiet = false }) {
  return new Promise((resolve) => {
    // npm, npx and pnpm are .cmd files on Windows, which only a shell can start.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let tail = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        if (!quiet) process.stderr.write(data);
        tail = `${tail}${data}`.slice(-20_000);
      });
    }
    const stop = () => child.kill();
    process.once('exit', stop);
    child.on('error', (error) => resolve({ code: 127, tail: error.message }));
    child.on('close', (code) => {
      process.removeListener('exit', stop);
      if (quiet && code !== 0) process.stderr.write(tail);
      resolve({ code: code ?? 1, tail });
    });
  });
}
