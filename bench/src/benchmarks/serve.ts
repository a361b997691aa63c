import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCubo } from '@cubo/core';
import { type Benchmark, type Figure, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { writeZipfFilesApart } from '../corpora/write-zipf-files-apart.ts';
import { zipfText } from '../corpora/zipf-text.ts';
import { percentile, repeatSearches, searchRegularly } from '../measure/repeat-searches.ts';
import { reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- serve [--chunks <number>] [--searches <number>] ${reportUsage}`;
/** What the default chunker makes of a million characters of generated text. */
const chunksPerMegabyte = 1735;
const workerCounts = [0, 1, 2, 4];
/** Megabytes that are ingested while searches are made, at most, and as a share of the library. */
const ingestedMegabytes = 20;
/** Milliseconds between two searches meanwhile. */
const searchInterval = 250;

/** How many searches a second a knowledge base answers, and how fast while it ingests. */
export const benchmark: Benchmark = {
  summary: 'searches a second with threads and without, and their times while documents are ingested',
  async run(args, output) {
    const given = parseArguments(args, { chunks: { type: 'string' }, searches: { type: 'string' } }, usage);
    const chunks = Number(given.chunks ?? 100_000);
    const searches = Number(given.searches ?? 400);
    if (!(chunks >= 1000 && chunks <= 10_000_000)) {
      throw badArguments('--chunks is not a number from 1000 to 10000000.', usage);
    }
    if (!(Number.isInteger(searches) && searches >= 10 && searches <= 100_000)) {
      throw badArguments('--searches is not a whole number from 10 to 100000.', usage);
    }
    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const corpus = join(directory, 'corpus');
      const megabytes = chunks / chunksPerMegabyte;
      await writeZipfFilesApart(corpus, megabytes);
      const path = join(directory, 'library');
      output.message(`ingesting ${megabytes.toFixed(1)} MB of text`);
      const figures: Figure[] = [];
      {
        await using cubo = await createCubo({ path });
        await cubo.ingest(corpus);
        const status = await cubo.status();
        figures.push({ name: 'chunks', value: status.chunks, meaning: 'chunks, with words and vectors', digits: 0 });
      }
      const queries = Array.from({ length: searches }, (_, i) => zipfText({ seed: 100_000 + i, characters: 40 }));
      for (const workers of workerCounts) {
        output.message(`searching with ${workers} threads`);
        figures.push(...(await measureWorkers(path, workers, queries)));
      }
      output.message('searching while text is ingested');
      const more = join(directory, 'more');
      await writeZipfFilesApart(more, Math.min(ingestedMegabytes, megabytes));
      return figuresResult([...figures, ...(await measureWhileIngesting(path, more, queries))]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measureWorkers(path: string, workers: number, queries: readonly string[]): Promise<Figure[]> {
  await using cubo = await createCubo({ path, workers });
  const concurrency = Math.max(1, workers);
  const warming = queries.slice(0, 20);
  await Promise.all(
    Array.from({ length: concurrency }, () => repeatSearches(cubo, { queries: warming, concurrency: 1 })),
  );
  const alone = await repeatSearches(cubo, { queries, concurrency: 1 });
  const together = concurrency === 1 ? alone : await repeatSearches(cubo, { queries, concurrency });
  const by = workers === 0 ? 'in the calling thread' : `with ${workers} search thread${workers === 1 ? '' : 's'}`;
  return [
    { name: `p50Workers${workers}`, value: alone.p50, meaning: `ms of the median search, one at a time, ${by}` },
    { name: `p95Workers${workers}`, value: alone.p95, meaning: `ms that 95 of 100 of them took at most, ${by}` },
    {
      name: `perSecondWorkers${workers}`,
      value: together.perSecond,
      meaning: `searches a second, ${concurrency} at a time, ${by}`,
    },
  ];
}

async function measureWhileIngesting(path: string, more: string, queries: readonly string[]): Promise<Figure[]> {
  await using cubo = await createCubo({ path });
  await repeatSearches(cubo, { queries: queries.slice(0, 20), concurrency: 1 });
  const regularly = { queries, intervalMilliseconds: searchInterval };
  const quiet = searchRegularly(cubo, regularly);
  await new Promise((resolve) => setTimeout(resolve, Math.min(20_000, searchInterval * queries.length)));
  const idle = await quiet.stop();
  const busy = searchRegularly(cubo, regularly);
  await cubo.ingest(more);
  const meanwhile = await busy.stop();
  const [before, during] = [percentile(idle, 0.95), percentile(meanwhile, 0.95)];
  return [
    {
      name: 'idleP95',
      value: before,
      meaning: 'ms that 95 of 100 searches took at most, 4 a second, nothing else going on',
    },
    { name: 'ingestP95', value: during, meaning: 'ms of the same while documents are ingested' },
    { name: 'ingestRatio', value: during / before, meaning: 'times as long as without' },
  ];
}
