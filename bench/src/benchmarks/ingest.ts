import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCubo } from '@cubo/core';
import { type Benchmark, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { writeZipfFilesApart } from '../corpora/write-zipf-files-apart.ts';
import { type MemorySample, sampleMemory } from '../measure/sample-memory.ts';
import { type LineChart, reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- ingest [--megabytes <number>] [--embedder default|none] ${reportUsage}`;
const megabyte = 1_000_000;

/** Ingests a folder of generated plain text, beside a program that only reads and decodes the same files. */
export const benchmark: Benchmark = {
  summary: 'a folder of generated plain text into a new library',
  async run(args, output) {
    const given = parseArguments(args, { megabytes: { type: 'string' }, embedder: { type: 'string' } }, usage);
    const megabytes = Number(given.megabytes ?? 20);
    const { embedder = 'default' } = given;
    if (embedder !== 'default' && embedder !== 'none') {
      throw badArguments('--embedder is neither default nor none.', usage);
    }
    if (!(megabytes > 0 && megabytes <= 100_000)) {
      throw badArguments('--megabytes is not a number from above 0 to 100000.', usage);
    }
    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const corpus = join(directory, 'corpus');
      const bytes = await writeZipfFilesApart(corpus, megabytes);
      output.message(`ingesting ${(bytes / megabyte).toFixed(1)} MB of text`);
      const peakBefore = peakMegabytes();
      const { lexicalSeconds, seconds, cpuSeconds, memory } = await ingest(
        join(directory, 'library'),
        corpus,
        embedder,
      );
      const peak = peakMegabytes();
      // Whatever else the computer does disturbs the shorter run most: the better of two is nearer to what it can do.
      const [first, second] = [await readAndDecode(corpus), await readAndDecode(corpus)];
      const reading = Math.min(first.seconds, second.seconds);
      const readingCpu = Math.min(first.cpuSeconds, second.cpuSeconds);
      const rate = (duration: number) => bytes / megabyte / duration;
      const result = figuresResult([
        { name: 'megabytes', value: bytes / megabyte, meaning: 'MB of text' },
        {
          name: 'megabytesPerSecond',
          value: rate(seconds),
          meaning: embedder === 'none' ? 'MB a second, ingested' : 'MB a second, ingested and embedded',
        },
        {
          name: 'megabytesPerCpuSecond',
          value: rate(cpuSeconds),
          meaning: 'MB for each second of work of a processor core, in all threads together',
        },
        {
          name: 'searchableMegabytesPerSecond',
          value: rate(lexicalSeconds),
          meaning: 'MB a second until all of it is searchable by its words',
        },
        { name: 'readMegabytesPerSecond', value: rate(reading), meaning: 'MB a second, only read and decoded' },
        { name: 'timesReading', value: seconds / reading, meaning: 'times as long as only reading and decoding' },
        {
          name: 'timesReadingCpu',
          value: cpuSeconds / readingCpu,
          meaning: 'times as much work of a processor core as only reading and decoding',
        },
        {
          name: 'peakMegabytes',
          value: peak,
          meaning: 'MB of memory at most (resident set of the process, with all its threads)',
        },
        { name: 'peakMegabytesBefore', value: peakBefore, meaning: 'MB of it before the library was opened' },
      ]);
      const charts = [memoryChart(memory, { megabytes: bytes / megabyte, lexicalSeconds, seconds, embedder })];
      return { ...result, json: { ...result.json, memory }, page: { ...result.page, charts } };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Effort {
  readonly seconds: number;
  /** Work of processor cores, in all threads of the process together. */
  readonly cpuSeconds: number;
}

/** Starts to measure; the result tells what was spent since. */
function measureEffort(): () => Effort {
  const started = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** What it takes to read and decode all files of a folder, one after the other. */
async function readAndDecode(directory: string): Promise<Effort> {
  const effort = measureEffort();
  const decoder = new TextDecoder();
  let characters = 0;
  for (const name of await readdir(directory)) {
    characters += decoder.decode(await readFile(join(directory, name))).length;
  }
  if (characters === 0) throw new Error('The corpus is empty.');
  return effort();
}

async function ingest(
  path: string,
  corpus: string,
  embedder: 'default' | 'none',
): Promise<Effort & { lexicalSeconds: number; memory: readonly MemorySample[] }> {
  const cubo = await createCubo({ path, ...(embedder === 'none' && { embedder: false }) });
  try {
    const effort = measureEffort();
    const sampler = sampleMemory();
    let lexicalSeconds = 0;
    for await (const event of cubo.ingest(corpus)) {
      if (event.type === 'publish') lexicalSeconds = effort().seconds;
      if (event.type === 'done' && event.skipped.length > 0) throw new Error(event.skipped[0]?.reason);
    }
    return { lexicalSeconds, ...effort(), memory: sampler.stop() };
  } finally {
    await cubo.close();
  }
}

function memoryChart(
  memory: readonly MemorySample[],
  of: { megabytes: number; lexicalSeconds: number; seconds: number; embedder: 'default' | 'none' },
): LineChart {
  const { megabytes, lexicalSeconds, seconds, embedder } = of;
  return {
    kind: 'lines',
    id: 'memory',
    title: `Memory while ${megabytes.toFixed(0)} MB of text are ingested`,
    note: 'Resident set of the process with all its threads, the program included; of each interval the most.',
    x: { label: 'seconds', from: 0 },
    y: { label: 'MB of resident memory', from: 0 },
    series: [{ name: 'resident memory', own: true, points: memory }],
    marks: [
      { x: lexicalSeconds, label: 'searchable by its words' },
      ...(embedder === 'none' ? [] : [{ x: seconds, label: 'embedded' }]),
    ],
  };
}

/** The most memory this process has held so far. */
function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / megabyte;
}
