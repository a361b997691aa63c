import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type LineProcess, startLineProcess } from '../comparison/line-process.ts';
import { installPeerPackages, type PeerVersion, peerPath, startNodePeer } from '../comparison/peer-packages.ts';

const run = promisify(execFile);

/** Debian's Python, for which `python3-faiss` is. */
const python = '/usr/bin/python3';

/** Programs that can take part, and what each needs of npm. */
const peers = {
  faiss: { needs: undefined, start: () => startLineProcess('FAISS', python, [peerPath('faiss-peer.py')]) },
  usearch: { needs: 'usearch', start: () => startNodePeer('usearch', 'usearch.mjs') },
  lancedb: { needs: '@lancedb/lancedb', start: () => startNodePeer('lancedb', 'lancedb.mjs') },
  zvec: { needs: '@zvec/zvec', start: () => startNodePeer('zvec', 'zvec.mjs') },
  'sqlite-vec': { needs: 'sqlite-vec', start: () => startNodePeer('sqlite-vec', 'sqlite-vec.mjs') },
} as const;

export type PeerName = keyof typeof peers;

/** All of them. */
export const peerNames = Object.keys(peers) as PeerName[];

/** Starts the program of a peer; its first answer tells whether it can run here. */
export function startPeer(name: PeerName): LineProcess {
  return peers[name].start();
}

/** Sees that what peers need is there. Gives the version of each, or the reason why it cannot take part. */
export async function installPeers(
  names: readonly PeerName[],
  message: (text: string) => void,
): Promise<Map<PeerName, PeerVersion>> {
  const wanted = names.flatMap((name) => peers[name].needs ?? []);
  const versions = await installPeerPackages(wanted, message);
  const found = new Map<PeerName, PeerVersion>();
  for (const name of names) {
    const { needs } = peers[name];
    found.set(name, needs === undefined ? await faissVersion() : (versions[wanted.indexOf(needs)] as PeerVersion));
  }
  return found;
}

async function faissVersion(): Promise<PeerVersion> {
  try {
    const { stdout } = await run(python, ['-c', 'import faiss; print(faiss.__version__)']);
    return { version: stdout.trim() };
  } catch {
    return { missing: `${python} has no module faiss (Debian: python3-faiss)` };
  }
}
