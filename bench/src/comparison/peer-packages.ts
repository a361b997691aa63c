import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { machineEnvironment } from '../../../scripts/lib/machine-environment.mjs';
import { type LineProcess, startLineProcess } from './line-process.ts';

const run = promisify(execFile);
const folder = new URL('../../peers/', import.meta.url);

/** The path of a program of a peer. */
export const peerPath = (file: string): string => fileURLToPath(new URL(file, folder));

/** Starts a program of a peer that runs in Node.js. */
export function startNodePeer(name: string, file: string): LineProcess {
  return startLineProcess(name, process.execPath, [...process.execArgv, peerPath(file)]);
}

/** The version of what Cubo is compared with, or the reason why it cannot take part. */
export type PeerVersion = { readonly version: string } | { readonly missing: string };

/**
 * Sees that packages of peers are there, and installs them where they are not; without running scripts of theirs: they
 * carry their compiled parts with them. Gives the version of each, in the order of the names.
 */
export async function installPeerPackages(
  names: readonly string[],
  message: (text: string) => void,
): Promise<PeerVersion[]> {
  const { dependencies } = JSON.parse(await readFile(peerPath('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const isInstalled = async (name: string) => (await installedVersion(name)) === dependencies[name];
  let failure = 'it was not installed';
  const lacking = await Promise.all(names.map(async (name) => !(await isInstalled(name))));
  if (lacking.includes(true)) {
    message('installing what Cubo is compared with (once)');
    try {
      const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', fileURLToPath(folder)];
      await run('npm', args, { cwd: fileURLToPath(folder), env: machineEnvironment() });
    } catch (error) {
      failure = `npm could not install it: ${lastLine((error as { stderr?: string }).stderr ?? String(error))}`;
    }
  }
  const found: PeerVersion[] = [];
  for (const name of names) {
    found.push((await isInstalled(name)) ? { version: dependencies[name] as string } : { missing: failure });
  }
  return found;
}

async function installedVersion(name: string): Promise<string | undefined> {
  try {
    const manifest = JSON.parse(await readFile(peerPath(`node_modules/${name}/package.json`), 'utf8'));
    return (manifest as { version: string }).version;
  } catch {
    return undefined;
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
