// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheDirectory, root } from './checkout.mjs';
import { withDirectoryLock } from './directory-lock.mjs';
import { machineEnvironment } from './machine-environment.mjs';
import { report } from './report.mjs';
import { runChild } from './run-child.mjs';
import { SetupError } from './setup-error.mjs';
import { digestOfContents, readStamp, writeStamp } from './stamp.mjs';
import { workspaceFolders } from './workspaces.mjs';

const installArguments = [
  '--config.manage-package-manager-versions=false', // the pnpm we chose must not fetch another version of itself
  '--config.confirm-modules-purge=false', // there is nobody to answer questions
  '--config.node-version=22.14.0', // the Node of the packages, not the one that happens to run pnpm
  'install',
  '--frozen-lockfile',
  '--prefer-offline',
];
const stampFile = path.join(cacheDirectory, 'installed');

/**
 * Installs the dependencies that the lock file names, unless they are installed already.
 *
 * @returns {Promise<void>}
 * @throws {SetupError} when pnpm fails
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withDirectoryLock(
    path.join(cacheDirectory, 'lock'),
    async () => {
      if (!isInstalled()) await install();
    },
    { onWait: (owner) => report(`Waiting for process ${owner}, which is installing or building.`) },
  );
}

/** @returns {string} a digest of everything that decides what pnpm installs */
export function wantedInstallation() {
  const manifests = workspaceFolders(root).map((folder) => `${folder}/package.json`);
  return digestOfContents(root, ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests]);
}

function isInstalled() {
  return existsSync(path.join(root, 'node_modules', '.modules.yaml')) && readStamp(stampFile) === wantedInstallation();
}

async function install() {
  report('Installing the dependencies (once; later runs start at once).');
  const wanted = wantedInstallation();
  const env = machineEnvironment();
  const [command, ...prefix] = pnpmCommand(env);
  const result = await runChild(command, [...prefix, ...installArguments], { cwd: root, env });
  if (result.code !== 0) throw new SetupError(explainFailure(result));
  writeStamp(stampFile, wanted);
}

/**
 * @param {{ code: number, tail: string }} result of pnpm
 * @returns {string} a sentence that says what to do
 */
export function explainFailure({ code, tail }) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|META_FETCH_FAIL/.test(tail)
  ) {
    return 'The dependencies could not be downloaded: there is no connection to the package registry. Connect this computer once and run the command again; after that no network is needed.';
  }
  if (tail.includes('ERR_PNPM_OUTDATED_LOCKFILE')) {
    return 'A package.json and pnpm-lock.yaml do not agree. Run "npx pnpm@10 install" and commit the lock file.';
  }
  if (code === 127)
    return `pnpm could not be started (${tail}). Install npm together with Node, and run the command again.`;
  return `pnpm ended with exit code ${code}; its own message is above.`;
}

/**
 * The pnpm of the machine when it is a 10, else the exact one that package.json names, through npx.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 */
function pnpmCommand(env) {
  try {
    const version = execFileSync('pnpm', ['--version'], {
      cwd: tmpdir(), // inside the checkout it would switch to the version of package.json first
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    if (version.startsWith('10.')) return ['pnpm'];
  } catch {
    // There is no pnpm here, which is the usual case.
  }
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return ['npx', '-y', '--prefer-offline', manifest.packageManager];
}
