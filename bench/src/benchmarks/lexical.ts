import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { availablePeers, chosenPeers } from '../comparison/available-peers.ts';
import { figureLog } from '../comparison/figure-log.ts';
import { comparisonReport, type SetResult, setResult } from '../comparison/report.ts';
import { lexicalCharts } from '../lexical/lexical-charts.ts';
import { installLexicalPeers, lexicalPeerNames } from '../lexical/lexical-peers.ts';
import { type LexicalSet, realTextNames, writeRealTexts, writeSyntheticTexts } from '../lexical/lexical-set.ts';
import { judgeLexical } from '../lexical/lexical-targets.ts';
import { measureLexical } from '../lexical/measure-lexical.ts';
import { reportUsage } from '../reporting/index.ts';

const usage =
  'npm run --silent bench -- lexical [--texts <number>,…] [--data <set>,…|none] [--folder <evaluation sets>] ' +
  '[--peers none|all|<name>,…] [--queries <number>] [--rounds <number>] [--patience <minutes>] ' +
  reportUsage;

const options = {
  texts: { type: 'string', default: '300000' },
  data: { type: 'string', default: 'none' },
  folder: { type: 'string' },
  peers: { type: 'string', default: 'none' },
  queries: { type: 'string', default: '200' },
  rounds: { type: 'string', default: '3' },
  patience: { type: 'string', default: '60' },
} as const;

/** Beside the checkout. */
const defaultFolder = fileURLToPath(new URL('../../../../shared/eval/retrieval', import.meta.url));

/** Measures the lexical index by itself and beside other programs. */
export const benchmark: Benchmark = {
  summary: 'the lexical index: time, memory and disk, beside other programs where asked for',
  async run(args, output) {
    const given = parseArguments(args, options, usage);
    const whole = (value: string, name: string, most: number) => {
      const number = Number(value);
      if (Number.isInteger(number) && number >= 1 && number <= most) return number;
      throw badArguments(`--${name} is not a whole number from 1 to ${most}.`, usage);
    };
    const sizes = given.texts === 'none' ? [] : given.texts.split(',').map((size) => whole(size, 'texts', 100_000_000));
    const queries = whole(given.queries, 'queries', 10_000);
    const shared = { rounds: whole(given.rounds, 'rounds', 1000), patience: whole(given.patience, 'patience', 10_000) };
    const folder = resolve(given.folder ?? defaultFolder);
    const known = realTextNames(folder);
    const names = namesOf(given.data, known);
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw badArguments(`There is no set "${unknown}" in ${folder}. There are: ${known.join(', ')}.`, usage);
    }
    const wanted = chosenPeers(given.peers, lexicalPeerNames, usage);
    const peers = availablePeers(await installLexicalPeers(wanted, output.message), output);

    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    const results: SetResult[] = [];
    const measure = async (name: string, write: (folder: string) => Promise<LexicalSet>) => {
      output.message(`${name}: preparing texts and queries`);
      const own = join(directory, name);
      await mkdir(own);
      const set = await write(own);
      const log = figureLog(name, output.message);
      const { message } = output;
      await measureLexical({ ...log, ...shared, set, directory: own, peers: [...peers.versions.keys()], message });
      if (results.length > 0 && names.length === 0) tellGrowth(results[0] as SetResult, log);
      results.push(setResult({ name, size: set.texts }, log));
      await rm(own, { recursive: true });
    };
    try {
      for (const texts of sizes)
        await measure(`synthetic-${texts}`, (own) => writeSyntheticTexts(own, { texts, queries }));
      for (const name of names) await measure(name, (own) => writeRealTexts(own, { folder, name, queries }));
      return comparisonReport({ results, peers, judgements: judgeLexical(results), charts: lexicalCharts(results) });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

function namesOf(data: string, known: readonly string[]): readonly string[] {
  if (data === 'none') return [];
  return data === 'all' ? known : data.split(',');
}

/** How many times as long a search takes as among the texts of the first set. */
function tellGrowth(first: SetResult, log: ReturnType<typeof figureLog>): void {
  const own = log.figures.find(({ name }) => name === 'p50Of10')?.value ?? Number.NaN;
  log.figure('growth', own / (first.figures.p50Of10 ?? Number.NaN), `times as long as among ${first.size} texts`);
}
