import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../benchmark.ts';
import { badArguments, type CommandOutput, parseArguments } from '../command/index.ts';
import { availablePeers, chosenPeers } from '../comparison/available-peers.ts';
import { comparisonReport, type SetResult, setResult } from '../comparison/report.ts';
import { reportUsage } from '../reporting/index.ts';
import { vectorsContext } from '../vectors/context.ts';
import { measureCold } from '../vectors/measure-cold.ts';
import { measureHot } from '../vectors/measure-hot.ts';
import { installPeers, type PeerName, peerNames } from '../vectors/peers.ts';
import { judge } from '../vectors/targets.ts';
import { vectorCharts } from '../vectors/vector-charts.ts';
import { realSetNames, type VectorSet, writeRealSet, writeSyntheticSet } from '../vectors/vector-set.ts';

const usage =
  'npm run --silent bench -- vectors [--vectors <number>,…] [--dimensions <number>] [--data synthetic|<set>,…|all] ' +
  '[--folder <real vectors>] [--peers none|all|<name>,…] [--queries <number>] [--rounds <number>] [--patience <minutes>] ' +
  reportUsage;

const options = {
  vectors: { type: 'string', default: '100000' },
  dimensions: { type: 'string', default: '768' },
  data: { type: 'string', default: 'all' },
  folder: { type: 'string' },
  peers: { type: 'string', default: 'none' },
  queries: { type: 'string', default: '200' },
  rounds: { type: 'string', default: '5' },
  patience: { type: 'string', default: '60' },
} as const;

const seed = 1;
/** Beside the checkout. */
const defaultFolder = fileURLToPath(new URL('../../../../shared/eval/vectors', import.meta.url));

/** Measures the vector index by itself and beside other programs. */
export const benchmark: Benchmark = {
  summary: 'the vector index: recall, time, memory and disk, beside other programs where asked for',
  async run(args, output) {
    const given = parseArguments(args, options, usage);
    const whole = (text: string, name: string, most: number) => {
      const value = Number(text);
      if (Number.isInteger(value) && value >= 1 && value <= most) return value;
      throw badArguments(`--${name} is not a whole number from 1 to ${most}.`, usage);
    };
    const count = (name: 'dimensions' | 'queries' | 'rounds' | 'patience', most: number) =>
      whole(given[name], name, most);
    const shared = { rounds: count('rounds', 1000), patience: count('patience', 10_000) };
    const queries = count('queries', 10_000);
    const sizes = given.vectors.split(',').map((size) => whole(size, 'vectors', 100_000_000));
    const dimensions = count('dimensions', 10_000);
    const folder = resolve(given.folder ?? defaultFolder);
    const names = chosenSets(given.data, folder, output);
    const wanted = chosenPeers(given.peers, peerNames, usage);
    const peers = availablePeers(await installPeers(wanted, output.message), output);

    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const results: SetResult[] = [];
      const measureSet = async (name: string, write: (own: string) => Promise<VectorSet>) => {
        output.message(`${name}: preparing vectors and queries`);
        const own = join(directory, name);
        await mkdir(own);
        const set = await write(own);
        results.push(await measure(set, own, [...peers.versions.keys()], shared, output));
        await rm(own, { recursive: true });
      };
      for (const name of names) {
        if (name !== 'synthetic') {
          await measureSet(name, (own) => writeRealSet(own, { folder, name, queries }));
          continue;
        }
        for (const vectors of sizes) {
          const synthetic = { vectors, dimensions, queries, seed };
          await measureSet(`${name}-${vectors}`, (own) => writeSyntheticSet(own, synthetic));
        }
      }
      return comparisonReport({ results, peers, judgements: judge(results), charts: vectorCharts(results) });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

function chosenSets(data: string, folder: string, output: CommandOutput): string[] {
  const real = realSetNames(folder);
  const known = ['synthetic', ...real];
  if (data !== 'all') {
    const names = data.split(',');
    const unknown = names.find((name) => !known.includes(name));
    if (unknown === undefined) return names;
    throw badArguments(`There is no set "${unknown}" in ${folder}. There are: ${known.join(', ')}.`, usage);
  }
  if (real.length === 0) output.message(`There are no real vectors in ${folder}: only synthetic ones are measured.`);
  return known;
}

async function measure(
  set: VectorSet,
  directory: string,
  peers: readonly PeerName[],
  shared: { rounds: number; patience: number },
  output: CommandOutput,
): Promise<SetResult> {
  const context = vectorsContext({ ...shared, set, directory, peers, message: output.message });
  await measureCold(context);
  await measureHot(context);
  return setResult({ name: set.name, size: set.vectors }, context);
}
