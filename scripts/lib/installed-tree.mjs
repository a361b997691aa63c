// @ts-check
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const installScripts = ['preinstall', 'install', 'postinstall'];

/**
 * Looks at what npm installed: how large it is, and which packages run code while they are installed, by what their own
 * manifests say.
 *
 * @param {string} modules a node_modules folder
 * @returns {{ packages: number, bytes: number, withInstallScript: string[] }}
 */
export function inspectInstalledTree(modules) {
  const tree = { packages: 0, bytes: 0, withInstallScript: /** @type {string[]} */ ([]) };
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    tree.bytes += lstatSync(file).size;
    if (entry.name !== 'package.json' || !isPackageRoot(entry.parentPath)) continue;
    tree.packages += 1;
    if (runsCodeAtInstall(entry.parentPath)) tree.withInstallScript.push(path.relative(modules, entry.parentPath));
  }
  return tree;
}

/** @param {string} folder */
function isPackageRoot(folder) {
  const parent = path.dirname(folder);
  const holder = path.basename(parent).startsWith('@') ? path.dirname(parent) : parent;
  return path.basename(holder) === 'node_modules';
}

/**
 * npm runs the three scripts, and `node-gyp rebuild` for a binding.gyp unless the package says `"gypfile": false`: then it
 * does so only where it installs from a lockfile, which does not carry that, and without `--ignore-scripts`.
 *
 * @param {string} folder
 */
function runsCodeAtInstall(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (installScripts.some((name) => manifest.scripts?.[name])) return true;
  return existsSync(path.join(folder, 'binding.gyp')) && manifest.gypfile !== false;
}
