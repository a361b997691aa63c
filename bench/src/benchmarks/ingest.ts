import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCubo } from '@cubo/core';
import { type Benchmark, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { writeZipfFiles } from '../corpora/write-zipf-files.ts';

const usage = 'npm run --silent bench -- ingest [--megabytes <number>] [--json]';
const megabyte = 1_000_000;

/** Ingests a folder of generated plain text, beside a program that only reads and decodes the same files. */
export const benchmark: Benchmark = {
  summary: 'a folder of generated plain text into a new library, with all defaults',
  async run(args, output) {
    const megabytes = Number(parseArguments(args, { megabytes: { type: 'string' } }, usage).megabytes ?? 20);
    if (!(megabytes > 0 && megabytes <= 100_000)) {
      throw badArguments('--megabytes is not a number from above 0 to 100000.', usage);
    }
    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const corpus = join(directory, 'corpus');
      const bytes = await writeZipfFiles(corpus, megabytes);
      output.message(`ingesting ${(bytes / megabyte).toFixed(1)} MB of text`);
      const before = await readAndDecode(corpus);
      const peakBefore = peakMegabytes();
      const { lexicalSeconds, seconds } = await ingest(join(directory, 'library'), corpus);
      const peak = peakMegabytes();
      const after = await readAndDecode(corpus);
      // Whatever else the computer does disturbs the shorter run most: the better of the two is nearer to what it can
      // do.
      const reading = Math.min(before, after);
      const rate = (duration: number) => bytes / megabyte / duration;
      return figuresResult([
        { name: 'megabytes', value: bytes / megabyte, meaning: 'MB of text' },
        { name: 'megabytesPerSecond', value: rate(seconds), meaning: 'MB a second, ingested and embedded' },
        {
          name: 'searchableMegabytesPerSecond',
          value: rate(lexicalSeconds),
          meaning: 'MB a second until all of it is searchable by its words',
        },
        { name: 'readMegabytesPerSecond', value: rate(reading), meaning: 'MB a second, only read and decoded' },
        { name: 'timesReading', value: seconds / reading, meaning: 'times as long as only reading and decoding' },
        { name: 'peakMegabytes', value: peak, meaning: 'MB of memory at most (resident set of the process)' },
        { name: 'peakMegabytesBefore', value: peakBefore, meaning: 'MB of it before the library was opened' },
      ]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** Seconds to read and decode all files of a folder, one after the other. */
async function readAndDecode(directory: string): Promise<number> {
  const started = performance.now();
  const decoder = new TextDecoder();
  let characters = 0;
  for (const name of await readdir(directory)) {
    characters += decoder.decode(await readFile(join(directory, name))).length;
  }
  if (characters === 0) throw new Error('The corpus is empty.');
  return (performance.now() - started) / 1000;
}

async function ingest(path: string, corpus: string): Promise<{ lexicalSeconds: number; seconds: number }> {
  const cubo = await createCubo({ path });
  try {
    const started = performance.now();
    let lexicalSeconds = 0;
    for await (const event of cubo.ingest(corpus)) {
      if (event.type === 'publish') lexicalSeconds = (performance.now() - started) / 1000;
      if (event.type === 'done' && event.skipped.length > 0) throw new Error(event.skipped[0]?.reason);
    }
    return { lexicalSeconds, seconds: (performance.now() - started) / 1000 };
  } finally {
    await cubo.close();
  }
}

/** The most memory this process has held so far. */
function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / megabyte;
}
