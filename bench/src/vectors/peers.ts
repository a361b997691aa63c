import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { machineEnvironment } from '../../../scripts/lib/machine-environment.mjs';
import { type LineProcess, startLineProcess } from './line-process.ts';

const run = promisify(execFile);
const folder = new URL('../../peers/', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, folder));

/** Debian's Python, for which `python3-faiss` is. */
const python = '/usr/bin/python3';

/** Programs that can take part, and what each needs of npm. */
const peers = {
  faiss: { needs: undefined, start: () => startLineProcess('FAISS', python, [pathOf('faiss-peer.py')]) },
  usearch: { needs: 'usearch', start: () => startNode('usearch') },
  lancedb: { needs: '@lancedb/lancedb', start: () => startNode('lancedb') },
  zvec: { needs: '@zvec/zvec', start: () => startNode('zvec') },
  'sqlite-vec': { needs: 'sqlite-vec', start: () => startNode('sqlite-vec') },
} as const;

export type PeerName = keyof typeof peers;

/** All of them. */
export const peerNames = Object.keys(peers) as PeerName[];

function startNode(name: PeerName): LineProcess {
  return startLineProcess(name, process.execPath, [...process.execArgv, pathOf(`${name}.mjs`)]);
}

/** Starts the program of a peer; its first answer tells whether it can run here. */
export function startPeer(name: PeerName): LineProcess {
  return peers[name].start();
}

/**
 * Sees that the packages of peers are there, and installs them where they are not; without running scripts of theirs:
 * they carry their compiled parts with them. Gives the version of each peer, or the reason why it cannot take part.
 */
export async function installPeers(
  names: readonly PeerName[],
  message: (text: string) => void,
): Promise<Map<PeerName, { version: string } | { missing: string }>> {
  const { dependencies } = JSON.parse(await readFile(pathOf('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const found = new Map<PeerName, { version: string } | { missing: string }>();
  const isInstalled = async (name: string) => (await installedVersion(name)) === dependencies[name];
  let failure = 'it was not installed';
  const wanted = names.flatMap((name) => peers[name].needs ?? []);
  const lacking = await Promise.all(wanted.map(async (name) => !(await isInstalled(name))));
  if (lacking.includes(true)) {
    message('installing what Cubo is compared with (once)');
    try {
      const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', fileURLToPath(folder)];
      await run('npm', args, { cwd: fileURLToPath(folder), env: machineEnvironment() });
    } catch (error) {
      failure = `npm could not install it: ${lastLine((error as { stderr?: string }).stderr ?? String(error))}`;
    }
  }
  for (const name of names) {
    const { needs } = peers[name];
    if (needs === undefined) found.set(name, await faissVersion());
    else if (await isInstalled(needs)) found.set(name, { version: dependencies[needs] as string });
    else found.set(name, { missing: failure });
  }
  return found;
}

async function installedVersion(name: string): Promise<string | undefined> {
  try {
    const manifest = JSON.parse(await readFile(pathOf(`node_modules/${name}/package.json`), 'utf8'));
    return (manifest as { version: string }).version;
  } catch {
    return undefined;
  }
}

async function faissVersion(): Promise<{ version: string } | { missing: string }> {
  try {
    const { stdout } = await run(python, ['-c', 'import faiss; print(faiss.__version__)']);
    return { version: stdout.trim() };
  } catch {
    return { missing: `${python} has no module faiss (Debian: python3-faiss)` };
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
