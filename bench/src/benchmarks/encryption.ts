import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, type Figure, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { writeZipfFilesApart } from '../corpora/write-zipf-files-apart.ts';
import { zipfText } from '../corpora/zipf-text.ts';
import { costOf, type TaskCost } from '../encryption/library-task.ts';
import { percentile } from '../measure/repeat-searches.ts';
import { reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- encryption [--megabytes <number>] [--searches <number>] [--rounds <number>] ${reportUsage}`;

/** The same texts and searches with encryption and without, by turns. */
export const benchmark: Benchmark = {
  summary: 'what encryption costs: the same texts and searches with it and without, by turns',
  async run(args, output) {
    const given = parseArguments(
      args,
      { megabytes: { type: 'string' }, searches: { type: 'string' }, rounds: { type: 'string' } },
      usage,
    );
    const megabytes = Number(given.megabytes ?? 20);
    const searches = Number(given.searches ?? 300);
    const rounds = Number(given.rounds ?? 3);
    if (!(megabytes > 0 && megabytes <= 10_000)) {
      throw badArguments('--megabytes is not a number from above 0 to 10000.', usage);
    }
    for (const [name, value] of Object.entries({ searches, rounds })) {
      if (!(Number.isInteger(value) && value >= 1 && value <= 10_000)) {
        throw badArguments(`--${name} is not a whole number from 1 to 10000.`, usage);
      }
    }
    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const corpus = join(directory, 'corpus');
      await writeZipfFilesApart(corpus, megabytes);
      const queries = Array.from({ length: searches }, (_, i) => zipfText({ seed: 100_000 + i, characters: 40 }));
      const costs: Costs[] = [];
      for (let round = 0; round < rounds; round++) {
        const pair: Partial<Record<'plain' | 'encrypted', Cost>> = {};
        // The first of two runs meets another computer than the second.
        const order = round % 2 === 0 ? (['plain', 'encrypted'] as const) : (['encrypted', 'plain'] as const);
        for (const kind of order) {
          output.message(`round ${round + 1} of ${rounds}: ${kind}`);
          const path = join(directory, `${kind}-${round}`);
          const key = kind === 'encrypted' ? randomBytes(32).toString('hex') : undefined;
          const ingest = await costOf({ path, key, corpus });
          pair[kind] = { ingest, search: await costOf({ path, key, queries }) };
          await rm(path, { recursive: true });
        }
        costs.push(pair as Costs);
      }
      return figuresResult(figuresOf(costs, searches));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Cost {
  readonly ingest: TaskCost;
  readonly search: TaskCost;
}

type Costs = Readonly<Record<'plain' | 'encrypted', Cost>>;

function figuresOf(costs: readonly Costs[], searches: number): Figure[] {
  const median = (of: (pair: Costs) => number) => percentile(costs.map(of), 0.5);
  const figures = (name: string, meaning: string, of: (cost: Cost) => number): Figure[] => [
    { name: `${name}Plain`, value: median(({ plain }) => of(plain)), meaning: `${meaning}, not encrypted` },
    { name: `${name}Encrypted`, value: median(({ encrypted }) => of(encrypted)), meaning: `${meaning}, encrypted` },
    {
      name: `${name}Ratio`,
      value: median(({ plain, encrypted }) => of(encrypted) / of(plain)),
      meaning: 'times as much, the median round',
      digits: 3,
    },
  ];
  return [
    {
      name: 'chunks',
      value: median(({ plain }) => plain.ingest.chunks),
      meaning: 'chunks, with words and vectors',
      digits: 0,
    },
    ...figures('ingestCpu', 'seconds of processor time of an ingest', ({ ingest }) => ingest.cpuSeconds),
    ...figures('searchMedian', 'ms of the median search', ({ search }) => search.median),
    ...figures('searchCpu', 'ms of processor time of a search', ({ search }) => (1000 * search.cpuSeconds) / searches),
    ...figures('libraryMegabytes', 'MB on the disk', ({ ingest }) => ingest.libraryBytes / 1e6),
    ...figures('ingestMemory', 'MB of memory of an ingest at most', ({ ingest }) => ingest.peakBytes / 1e6),
    ...figures('searchMemory', 'MB of memory of searches at most', ({ search }) => search.peakBytes / 1e6),
  ];
}
