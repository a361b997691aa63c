// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './checkout.mjs';
import { publishedFolders } from './workspaces.mjs';

/**
 * Packs every published package the way `pnpm publish` would, but for the build that comes before it: what is built is
 * packed as it is, and the output stays JSON alone.
 *
 * @param {string} destination the folder for the tarballs
 * @returns {{ name: string, folder: string, tarball: string }[]} absolute paths of the tarballs, `folder` relative to
 * the checkout
 */
export function packAll(destination) {
  const pnpm = path.join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  return publishedFolders(root).map((folder) => {
    const cwd = path.join(root, folder);
    const { name } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'));
    const args = ['pack', '--json', '--config.ignore-scripts=true', '--pack-destination', destination];
    const output = execFileSync(process.execPath, [pnpm, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { name, folder, tarball: path.resolve(destination, JSON.parse(output).filename) };
  });
}
