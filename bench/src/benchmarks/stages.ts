import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chunk, indexedText, type Section, type StoredChunk } from '@cubo/contracts';
import {
  builtinExtractors,
  createExtractorRegistry,
  createSourceContext,
  fileSource,
  readSections,
  readSourceHead,
  recursiveChunker,
} from '@cubo/ingest';
import { type LibraryWriter, openLibrary } from '@cubo/library';
import { createAnalyzer } from '@cubo/retrieval';
import { type Benchmark, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { writeZipfFiles } from '../corpora/write-zipf-files.ts';
import { threadMilliseconds } from '../measure/thread-milliseconds.ts';
import { reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- stages [--megabytes <number> | --data <folder of text files>] ${reportUsage}`;
const megabyte = 1_000_000;
const stages = ['read', 'extract', 'chunk', 'parquet', 'analyse'] as const;

type Stage = (typeof stages)[number];

/** The steps from a file to what is written and indexed, one after the other in one thread, without anything between. */
export const benchmark: Benchmark = {
  summary: 'extraction, chunking, Parquet and analysis of plain text, each by itself in one thread',
  async run(args, output) {
    const given = parseArguments(args, { megabytes: { type: 'string' }, data: { type: 'string' } }, usage);
    const megabytes = Number(given.megabytes ?? 20);
    if (!(megabytes > 0 && megabytes <= 1000)) {
      throw badArguments('--megabytes is not a number from above 0 to 1000.', usage);
    }
    const directory = await mkdtemp(join(tmpdir(), 'cubo-bench-'));
    try {
      const corpus = given.data ?? join(directory, 'corpus');
      if (given.data === undefined) await writeZipfFiles(corpus, megabytes);
      output.message(`going through the text files of ${corpus}`);
      const { bytes, spent } = await measure(corpus, join(directory, 'library'));
      const rate = (milliseconds: number) => bytes / megabyte / (milliseconds / 1000);
      const together = spent.extract + spent.chunk + spent.parquet + spent.analyse;
      return figuresResult([
        { name: 'megabytes', value: bytes / megabyte, meaning: 'MB of text' },
        {
          name: 'megabytesPerCpuSecond',
          value: rate(together),
          meaning: 'MB for each second of a processor core, extracted, cut, written as Parquet and analysed',
        },
        {
          name: 'timesReadingCpu',
          value: together / spent.read,
          meaning: 'times as much work of a processor core as only reading and decoding',
        },
        ...stages.map((stage) => ({
          name: stage,
          value: rate(spent[stage]),
          meaning: `MB for each second of a processor core: ${stage}`,
        })),
      ]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** What each stage took of the processor, in milliseconds. */
async function measure(corpus: string, path: string): Promise<{ bytes: number; spent: Record<Stage, number> }> {
  const spent: Record<Stage, number> = { read: 0, extract: 0, chunk: 0, parquet: 0, analyse: 0 };
  let bytes = 0;

  async function timed<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const before = threadMilliseconds();
    const result = await work();
    spent[stage] += threadMilliseconds() - before;
    return result;
  }

  const analyzer = createAnalyzer();
  const chunker = recursiveChunker();
  const registry = createExtractorRegistry(builtinExtractors());
  const settings = { maximumBytes: 512 * 1024 * 1024, detectLanguage: analyzer.detect, registry };
  const library = await openLibrary({ path });

  const decoder = new TextDecoder();
  const files = (await readdir(corpus)).sort().map((name) => join(corpus, name));
  // By itself, before all else: among other work it would be slowed down by what that leaves behind.
  await timed('read', async () => {
    for (const file of files) {
      const content = await readFile(file);
      bytes += content.byteLength;
      decoder.decode(content);
    }
  });

  async function takeIn(file: string, writer: LibraryWriter): Promise<void> {
    const source = await fileSource(file);
    const extractor = registry.find(source, await readSourceHead(source));
    const { context } = createSourceContext(settings, undefined);
    const sections = await timed('extract', () => collect<Section>(readSections(extractor, source, context)));
    const chunks = await timed('chunk', () => collect<Chunk>(chunker.chunk(each(sections))));
    if (chunks.length === 0) return;
    const stored = await timed('parquet', () => write(writer, file, chunks));
    await timed('analyse', () => {
      for (const chunk of stored) analyzer.analyze(indexedText(chunk), { language: analyzer.detect(chunk.text) });
    });
  }

  try {
    await library.write(async (writer) => {
      for (const file of files) await takeIn(file, writer);
    });
  } finally {
    await library.close();
  }
  return { bytes, spent };
}

/** Writes the chunks of a document as a segment, and makes it durable; it goes with the folder of the library. */
async function write(writer: LibraryWriter, uri: string, chunks: readonly Chunk[]): Promise<StoredChunk[]> {
  const segment = await writer.stageSegment();
  const document = writer.beginDocument({ uri });
  const stored: StoredChunk[] = [];
  for (const [ordinal, chunk] of chunks.entries()) stored.push(await segment.append(document, ordinal, chunk));
  await segment.seal();
  return stored;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
