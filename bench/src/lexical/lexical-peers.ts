import type { LineProcess } from '../comparison/line-process.ts';
import { installPeerPackages, type PeerVersion, startNodePeer } from '../comparison/peer-packages.ts';

/** Programs that can take part: what each needs of npm, and how many texts it holds in a reasonable time and memory. */
const peers = {
  fts5: { needs: 'better-sqlite3', mostTexts: Number.POSITIVE_INFINITY },
  lancedb: { needs: '@lancedb/lancedb', file: 'lancedb-fts', mostTexts: Number.POSITIVE_INFINITY },
  zvec: { needs: '@zvec/zvec', file: 'zvec-fts', mostTexts: Number.POSITIVE_INFINITY },
  minisearch: { needs: 'minisearch', mostTexts: 50_000 },
  orama: { needs: '@orama/orama', mostTexts: 50_000 },
} as const;

export type LexicalPeerName = keyof typeof peers;

/** All of them. */
export const lexicalPeerNames = Object.keys(peers) as LexicalPeerName[];

/** The most texts that a peer holds. */
export const mostTextsOf = (name: LexicalPeerName): number => peers[name].mostTexts;

/** Starts the program of a peer. */
export function startLexicalPeer(name: LexicalPeerName): LineProcess {
  const { file = name } = peers[name] as { file?: string };
  return startNodePeer(name, `${file}.mjs`);
}

/** Sees that what peers need is there. Gives the version of each, or the reason why it cannot take part. */
export async function installLexicalPeers(
  names: readonly LexicalPeerName[],
  message: (text: string) => void,
): Promise<Map<LexicalPeerName, PeerVersion>> {
  const versions = await installPeerPackages(
    names.map((name) => peers[name].needs),
    message,
  );
  return new Map(names.map((name, i) => [name, versions[i] as PeerVersion]));
}
