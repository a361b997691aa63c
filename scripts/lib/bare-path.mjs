// @ts-check
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * A PATH with npm and its Node and nothing else: no Python, no make, no compiler, as in a slim container. On Windows, where
 * these are found by other ways too, the PATH that was given.
 *
 * @param {string} folder made, and filled with links
 * @param {string} [searched] default: the PATH of this process
 * @returns {string}
 * @throws {Error} when npm or Node is not there
 */
export function barePath(folder, searched = process.env.PATH ?? '') {
  if (process.platform === 'win32') return searched;
  mkdirSync(folder);
  for (const command of ['node', 'npm']) {
    const found = searched
      .split(path.delimiter)
      .map((parent) => path.join(parent, command))
      .find((file) => existsSync(file));
    if (found === undefined) throw new Error(`There is no ${command} in the PATH.`);
    symlinkSync(realpathSync(found), path.join(folder, command));
  }
  return folder;
}
