// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory, root } from './checkout.mjs';
import { environmentOf } from './choose-node.mjs';
import { withDirectoryLock } from './directory-lock.mjs';
import { wantedInstallation } from './install.mjs';
import { report } from './report.mjs';
import { runChild } from './run-child.mjs';
import { SetupError } from './setup-error.mjs';
import { digestOfTimes, readStamp, writeStamp } from './stamp.mjs';
import { publishedFolders } from './workspaces.mjs';

const stampFile = path.join(cacheDirectory, 'built');

/**
 * Builds the packages, unless nothing has changed since the last build.
 *
 * @param {{ node: string }} options `node`: the executable to build with
 * @returns {Promise<void>}
 * @throws {SetupError} when a package does not build
 */
export async function ensureBuilt({ node }) {
  if (isBuilt()) return;
  await withDirectoryLock(
    path.join(cacheDirectory, 'lock'),
    async () => {
      if (!isBuilt()) await build(node);
    },
    { onWait: (owner) => report(`Waiting for process ${owner}, which is installing or building.`) },
  );
}

function isBuilt() {
  const outputs = publishedFolders(root).map((folder) => path.join(root, folder, 'dist', 'index.js'));
  return outputs.every((output) => existsSync(output)) && readStamp(stampFile) === wantedBuild();
}

function wantedBuild() {
  const parts = ['src', 'assembly', 'package.json', 'tsdown.config.ts'];
  const sources = publishedFolders(root).flatMap((folder) => parts.map((part) => `${folder}/${part}`));
  const shared = ['tsdown.shared.ts', 'tsconfig.base.json', 'turbo.json'];
  return `${wantedInstallation()} ${digestOfTimes(root, [...shared, ...sources])}`;
}

/** @param {string} node */
async function build(node) {
  report('Building the packages.');
  const wanted = wantedBuild(); // taken before the build: what is edited meanwhile is built the next time
  const turbo = path.join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const env = { ...environmentOf(node), TURBO_NO_UPDATE_NOTIFIER: '1' };
  const result = await runChild(node, [turbo, 'run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    env,
    quiet: true,
  });
  if (result.code !== 0) throw new SetupError('A package does not build; the message of the compiler is above.');
  writeStamp(stampFile, wanted);
}
