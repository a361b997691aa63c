// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The folders that pnpm-workspace.yaml names, relative to the checkout, in a stable order.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function workspaceFolders(root) {
  return [...publishedFolders(root), ...foldersIn(root, 'examples'), ...(hasManifest(root, 'bench') ? ['bench'] : [])];
}

/**
 * The packages that are built and published.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function publishedFolders(root) {
  return foldersIn(root, 'packages');
}

/**
 * @param {string} root
 * @param {string} parent
 */
function foldersIn(root, parent) {
  const absolute = path.join(root, parent);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute)
    .sort()
    .map((name) => `${parent}/${name}`)
    .filter((folder) => hasManifest(root, folder));
}

/**
 * @param {string} root
 * @param {string} folder
 */
function hasManifest(root, folder) {
  return existsSync(path.join(root, folder, 'package.json'));
}
