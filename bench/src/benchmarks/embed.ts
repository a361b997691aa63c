import { setTimeout as pause } from 'node:timers/promises';
import type { Embedder } from '@cubo/contracts';
import { model2vecEmbedder } from '@cubo/models/model2vec';
import { transformersEmbedder } from '@cubo/models/transformers';
import { type Benchmark, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { zipfText } from '../corpora/zipf-text.ts';
import { openDataset } from '../datasets/index.ts';
import { reportUsage } from '../reporting/index.ts';

const usage =
  'npm run --silent bench -- embed --model <folder> [--kind model2vec|transformers] [--texts <number>] ' +
  `[--data <folder of sets> --set <name>] ${reportUsage}`;

const options = {
  model: { type: 'string' },
  kind: { type: 'string', default: 'model2vec' },
  texts: { type: 'string', default: '2000' },
  data: { type: 'string' },
  set: { type: 'string', default: 'scifact' },
} as const;

const megabyte = 1_000_000;
/** Of a made-up text. */
const characters = 1400;
/** Between two queries. */
const pauseMilliseconds = 20;

/** What an embedder of a folder takes, by itself. */
export const benchmark: Benchmark = {
  summary: 'an embedder of a folder: texts for each second of processor time, and how long a query waits',
  async run(args, output) {
    const given = parseArguments(args, options, usage);
    if (given.model === undefined) throw badArguments('--model is not the folder of a model.', usage);
    const make = makers[given.kind];
    if (make === undefined) throw badArguments('--kind is neither model2vec nor transformers.', usage);
    const count = Number(given.texts);
    if (!(Number.isInteger(count) && count >= 1)) throw badArguments('--texts is not a whole number from 1 up.', usage);

    const made = performance.now();
    const embedder = await make(given.model);
    const loaded = performance.now();
    await embedder.load?.();
    const ready = performance.now();
    const texts = given.data === undefined ? madeUp(count) : await documents(given.data, given.set, count);
    output.message(`embedding ${texts.length} texts by ${embedder.id}`);
    try {
      // The engine compiles what runs often.
      await embedAll(embedder, texts.slice(0, embedder.maxBatch));
      const { cpuSeconds, waits } = await measure(embedder, texts);
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      return figuresResult([
        { name: 'dimensions', value: embedder.dimensions, meaning: 'dimensions', digits: 0 },
        { name: 'texts', value: texts.length, meaning: 'texts', digits: 0 },
        {
          name: 'textsPerCpuSecond',
          value: texts.length / cpuSeconds,
          meaning: 'texts for each second of a processor core',
          digits: 0,
        },
        {
          name: 'megabytesPerCpuSecond',
          value: bytes / megabyte / cpuSeconds,
          meaning: 'MB of text for each second of a processor core',
        },
        { name: 'makeMilliseconds', value: loaded - made, meaning: 'ms until its files are hashed', digits: 0 },
        { name: 'loadMilliseconds', value: ready - loaded, meaning: 'ms until it is loaded', digits: 0 },
        { name: 'queryP50', value: percentile(waits, 0.5), meaning: 'ms a query takes meanwhile (median)' },
        {
          name: 'queryP95',
          value: percentile(waits, 0.95),
          meaning: 'ms a query takes meanwhile (95 of 100 take less)',
        },
      ]);
    } finally {
      await embedder.unload?.();
    }
  },
};

const makers: Readonly<Record<string, ((directory: string) => Promise<Embedder>) | undefined>> = {
  model2vec: (directory) => model2vecEmbedder({ directory }),
  transformers: (directory) => transformersEmbedder({ directory }),
};

/** Embeds all texts, with a query now and then. */
async function measure(embedder: Embedder, texts: readonly string[]): Promise<{ cpuSeconds: number; waits: number[] }> {
  const waits: number[] = [];
  let isDone = false;
  const before = process.cpuUsage();
  const asking = (async () => {
    do {
      const asked = performance.now();
      await embedder.embedQuery('When must the tenant give notice?');
      waits.push(performance.now() - asked);
      await pause(pauseMilliseconds);
    } while (!isDone);
  })();
  await embedAll(embedder, texts);
  isDone = true;
  await asking;
  // Of the process, for the model has a thread of its own.
  const { user, system } = process.cpuUsage(before);
  return { cpuSeconds: (user + system) / 1e6, waits };
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += embedder.maxBatch) {
    await embedder.embedDocuments(texts.slice(at, at + embedder.maxBatch));
  }
}

function madeUp(count: number): string[] {
  return Array.from({ length: count }, (_, i) => zipfText({ seed: i + 1, characters }));
}

async function documents(directory: string, set: string, count: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of (await openDataset(directory, set)).documents()) {
    texts.push(text);
    if (texts.length >= count) break;
  }
  return texts;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
