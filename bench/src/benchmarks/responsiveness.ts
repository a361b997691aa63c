import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Cubo, createCubo } from '@cubo/core';
import { type Benchmark, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { writeZipfFiles } from '../corpora/write-zipf-files.ts';
import { zipfText } from '../corpora/zipf-text.ts';
import { searchRegularly } from '../measure/repeat-searches.ts';
import { threadMilliseconds } from '../measure/thread-milliseconds.ts';
import { reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- responsiveness [--megabytes <number>] ${reportUsage}`;
const megabyte = 1_000_000;
/** Milliseconds between two searches. */
const searchInterval = 250;
/** Milliseconds between two looks at the clock; they are part of what is measured as a delay. */
const resolution = 1;
const queries = Array.from({ length: 1000 }, (_, i) => zipfText({ seed: i + 1, characters: 40 }));

/** How long an application waits for its event loop while documents are ingested and searched at once. */
export const benchmark: Benchmark = {
  summary: 'delays of the event loop while documents are ingested and 4 searches a second run',
  async run(args, output) {
    const megabytes = Number(parseArguments(args, { megabytes: { type: 'string' } }, usage).megabytes ?? 20);
    if (!(megabytes > 0 && megabytes <= 100_000)) {
      throw badArguments('--megabytes is not a number from above 0 to 100000.', usage);
    }
    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const corpus = join(directory, 'corpus');
      const bytes = await writeZipfFiles(corpus, megabytes);
      const cubo = await createCubo({ path: join(directory, 'library') });
      try {
        output.message(`ingesting ${(bytes / megabyte).toFixed(1)} MB of text, and searching`);
        return figuresResult([
          { name: 'megabytes', value: bytes / megabyte, meaning: 'MB of text' },
          ...(await measure(cubo, corpus)),
        ]);
      } finally {
        await cubo.close();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measure(cubo: Cubo, corpus: string) {
  const delays = monitorEventLoopDelay({ resolution });
  const searches = searchRegularly(cubo, { queries, intervalMilliseconds: searchInterval });
  const started = performance.now();
  const processor = threadMilliseconds();
  const longestTurn = measureTurns();
  delays.enable();
  await cubo.ingest(corpus);
  delays.disable();
  const longest = longestTurn.stop();
  const seconds = (performance.now() - started) / 1000;
  const ownSeconds = (threadMilliseconds() - processor) / 1000;
  const took = await searches.stop();
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  return [
    { name: 'seconds', value: seconds, meaning: 'seconds until all was ingested and embedded' },
    { name: 'maximumDelay', value: delay(delays.max), meaning: 'ms that the event loop was held at most' },
    { name: 'delay99', value: delay(delays.percentile(99)), meaning: 'ms that it was held in 99 of 100 looks at most' },
    {
      name: 'longestTurn',
      value: longest,
      meaning:
        'ms of processor time of this thread between two looks at most: without the times in which others had it',
    },
    { name: 'searches', value: took.length, meaning: 'searches' },
    { name: 'meanSearch', value: mean(took), meaning: 'ms that a search took' },
    { name: 'ownSeconds', value: ownSeconds, meaning: 'seconds of processor time of this thread, searches included' },
  ];
}

/** Finds the longest that this thread works between two turns of its event loop, in milliseconds of processor time. */
function measureTurns(): { stop(): number } {
  let longest = 0;
  let before = threadMilliseconds();
  const look = () => {
    const now = threadMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, resolution);
  return {
    stop() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
