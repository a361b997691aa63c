// @ts-check
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './checkout.mjs';
import { environmentOf, isAtLeast } from './choose-node.mjs';
import { SetupError } from './setup-error.mjs';
import { watchParents } from './watch-parents.mjs';

/**
 * Runs a task to its end and ends like it: same exit code, same signal.
 *
 * @param {{ node: string, task: import('./tasks.mjs').Task, args: string[] }} options
 * @returns {Promise<void>}
 * @throws {SetupError} when the task's script is missing
 */
export async function runNode({ node, task, args }) {
  const entry = path.join(root, task.entry ?? '');
  if (!existsSync(entry)) throw new SetupError(`${task.entry} does not exist in this checkout.`);
  const guard = new URL('./end-with-parent.mjs', import.meta.url).href;
  // npm changes to the folder of package.json; the person typed paths relative to where they are.
  const cwd = task.fromCaller && process.env.INIT_CWD ? process.env.INIT_CWD : root;
  const child = spawn(node, [...typeStrippingFlags(node), '--import', guard, entry, ...args], {
    cwd,
    env: { ...environmentOf(node), CUBO_RUN_PID: String(process.pid) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  forwardSignals(child);
  const ended = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new SetupError(`Node could not be started: ${error.message}`)));
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
  endLike(ended);
}

/**
 * Node strips types by itself from 22.18 on. The version is that of the running process: another one is the bundled
 * one.
 *
 * @param {string} node
 * @returns {string[]}
 */
function typeStrippingFlags(node) {
  const stripsTypes = node !== process.execPath || isAtLeast(process.versions.node, '22.18.0');
  return stripsTypes ? [] : ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  // A terminal sends Ctrl-C to the child as well: a second one would look as if the person had pressed it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  watchParents((signal) => child.kill(signal));
}

/** @param {{ code: number | null, signal: NodeJS.Signals | null }} ended */
function endLike({ code, signal }) {
  process.exitCode = code ?? 1;
  if (!signal) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
