import type { CommandOutput } from '../command/index.ts';
import { badArguments } from '../command/index.ts';
import type { PeerVersion } from './peer-packages.ts';
import type { ComparedPeers } from './report.ts';

/** The peers that an argument names: `none`, `all`, or some. */
export function chosenPeers<Name extends string>(
  argument: string,
  known: readonly Name[],
  usage: string,
): readonly Name[] {
  if (argument === 'none') return [];
  if (argument === 'all') return known;
  return argument.split(',').map((name) => {
    const peer = known.find((one) => one === name);
    if (peer) return peer;
    throw badArguments(`There is no peer "${name}". There are: ${known.join(', ')}.`, usage);
  });
}

/** Those of them that can take part; says why others cannot. */
export function availablePeers<Name extends string>(
  found: ReadonlyMap<Name, PeerVersion>,
  output: CommandOutput,
): ComparedPeers<Name> {
  const versions = new Map<Name, string>();
  const missing: string[] = [];
  for (const [name, version] of found) {
    if ('version' in version) versions.set(name, version.version);
    else missing.push(`${name}: ${version.missing}`);
  }
  for (const line of missing) output.message(`left out: ${line}`);
  return { versions, missing };
}
