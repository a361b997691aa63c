import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { writeTinyStaticModel } from '../../packages/models/test/model2vec/tiny-static-model.ts';
import { benchmarkCommand } from '../src/benchmark-command.ts';
import { commandRun } from './command-run.ts';

const directory = mkdtempSync(join(tmpdir(), 'cubo-bench-report-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const run = (...args: string[]) => commandRun(benchmarkCommand, args);

test('a benchmark prints its figures as one JSON object', async () => {
  const { code, results } = await run('ingest', '--megabytes', '0.2', '--json', '--report', directory);
  expect(code).toBe(0);
  expect(results).toHaveLength(1);
  const figures = JSON.parse(results[0] as string) as Record<string, number>;
  expect(figures.benchmark).toBe('ingest');
  expect(figures.megabytes).toBeCloseTo(0.2, 2);
  expect(figures.megabytesPerSecond).toBeGreaterThan(0);
  expect(figures.searchableMegabytesPerSecond).toBeGreaterThanOrEqual(figures.megabytesPerSecond as number);
  expect(figures.timesReading).toBeGreaterThan(1);
  expect(figures.megabytesPerCpuSecond).toBeGreaterThan(0);
  expect(figures.timesReadingCpu).toBeGreaterThan(1);
  expect(figures.peakMegabytes).toBeGreaterThanOrEqual(figures.peakMegabytesBefore as number);
  const { memory } = JSON.parse(results[0] as string) as { memory: [seconds: number, megabytes: number][] };
  expect(memory.length).toBeGreaterThan(1);
  for (const [, megabytes] of memory) {
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThanOrEqual((figures.peakMegabytes as number) + 0.1);
  }
  expect(readdirSync(directory).sort()).toEqual(['index.html', 'ingest-memory.svg', 'ingest.json']);
});

test('a benchmark prints its figures for people', async () => {
  const { code, results } = await run('ingest', '--megabytes', '0.1');
  expect(code).toBe(0);
  expect(results.join('\n')).toMatch(/^ingest: .*\n +0\.10 {2}MB of text\n/);
});

test('the delays of the event loop are measured while documents are searched', async () => {
  const { code, results } = await run('responsiveness', '--megabytes', '0.1', '--json');
  expect(code).toBe(0);
  const figures = JSON.parse(results[0] as string) as Record<string, number>;
  expect(figures.searches).toBeGreaterThan(0);
  expect(figures.maximumDelay).toBeGreaterThanOrEqual(figures.delay99 as number);
  expect(figures.ownSeconds).toBeLessThan(figures.seconds as number);
  expect(figures.longestTurn).toBeGreaterThan(0);
  expect(figures.longestTurn).toBeLessThan((figures.ownSeconds as number) * 1000);
});

test('what encryption costs is measured by turns', async () => {
  const { code, results } = await run('encryption', '--megabytes', '0.1', '--searches', '5', '--rounds', '1', '--json');
  expect(code).toBe(0);
  const figures = JSON.parse(results[0] as string) as Record<string, number>;
  expect(figures.chunks).toBeGreaterThan(100);
  for (const name of ['ingestCpu', 'searchMedian', 'searchCpu', 'libraryMegabytes', 'ingestMemory', 'searchMemory']) {
    const [plain, encrypted] = [figures[`${name}Plain`] as number, figures[`${name}Encrypted`] as number];
    expect(plain, name).toBeGreaterThan(0);
    expect(figures[`${name}Ratio`], name).toBeCloseTo(encrypted / plain, 6);
  }
  expect(figures.libraryMegabytesRatio).toBeGreaterThan(0.9);
  expect(figures.libraryMegabytesRatio).toBeLessThan(1.1);
}, 300_000);

test('searches are measured with threads and without, and while documents are ingested', async () => {
  const { code, results } = await run('serve', '--chunks', '1000', '--searches', '10', '--json');
  expect(code).toBe(0);
  const figures = JSON.parse(results[0] as string) as Record<string, number>;
  expect(figures.chunks).toBeGreaterThan(900);
  for (const workers of [0, 1, 2, 4]) {
    expect(figures[`perSecondWorkers${workers}`]).toBeGreaterThan(0);
    expect(figures[`p95Workers${workers}`]).toBeGreaterThanOrEqual(figures[`p50Workers${workers}`] as number);
  }
  expect(figures.ingestRatio).toBeCloseTo((figures.ingestP95 as number) / (figures.idleP95 as number));
}, 120_000);

test('an embedder of a folder is measured by itself', async () => {
  const model = mkdtempSync(join(tmpdir(), 'cubo-bench-model-'));
  onTestFinished(() => rmSync(model, { recursive: true, force: true }));
  await writeTinyStaticModel(model);
  const { code, results } = await run('embed', '--model', model, '--texts', '40', '--json');
  expect(code).toBe(0);
  const figures = JSON.parse(results[0] as string) as Record<string, number>;
  expect(figures).toMatchObject({ dimensions: 16, texts: 40 });
  for (const name of [
    'textsPerCpuSecond',
    'megabytesPerCpuSecond',
    'loadMilliseconds',
    'makeMilliseconds',
    'queryP50',
  ]) {
    expect(figures[name], name).toBeGreaterThan(0);
  }
});

test('each stage of an ingest is measured by itself', async () => {
  const { code, results } = await run('stages', '--megabytes', '0.2', '--json');
  expect(code).toBe(0);
  const figures = JSON.parse(results[0] as string) as Record<string, number>;
  for (const stage of ['read', 'extract', 'chunk', 'parquet', 'analyse'])
    expect(figures[stage], stage).toBeGreaterThan(0);
  // Together the four take longer than the slowest of them.
  expect(figures.megabytesPerCpuSecond).toBeLessThan(figures.parquet as number);
  expect(figures.megabytesPerCpuSecond).toBeLessThan(figures.analyse as number);
});

test('the lexical index is measured by itself, and how it grows', { timeout: 60_000 }, async () => {
  const { code, results } = await run('lexical', '--texts', '300,900', '--queries', '6', '--rounds', '1', '--json');
  expect(code).toBe(0);
  const { sets, requirements } = JSON.parse(results[0] as string) as {
    sets: Record<string, Record<string, number>>;
    requirements: { requirement: string; reached?: boolean }[];
  };
  const [small, large] = [sets['synthetic-300'], sets['synthetic-900']];
  expect(small).toMatchObject({ texts: 300, segments: 1 });
  expect(large?.indexMegabytes).toBeGreaterThan(small?.indexMegabytes as number);
  expect(large?.p50Of10).toBeGreaterThan(0);
  expect(large?.growth).toBeCloseTo((large?.p50Of10 as number) / (small?.p50Of10 as number), 8);
  const judged = (part: string) => requirements.find(({ requirement }) => requirement.includes(part))?.reached;
  expect(judged('memory while indexing')).toBe(true);
  expect(judged('FTS5')).toBeUndefined();
});

test('the vector index is measured by itself', { timeout: 120_000 }, async () => {
  const small = ['--vectors', '400', '--dimensions', '16', '--queries', '5', '--rounds', '1'];
  const { code, results } = await run('vectors', '--data', 'synthetic', ...small, '--json');
  expect(code).toBe(0);
  const { sets, requirements } = JSON.parse(results[0] as string) as {
    sets: Record<string, Record<string, number>>;
    requirements: { requirement: string; reached?: boolean }[];
  };
  const figures = sets['synthetic-400x16'] as Record<string, number>;
  expect(figures).toMatchObject({ vectors: 400, parts: 4, hotVectors: 400, bytesPerVector: 12 });
  for (const name of ['coldRecall10', 'compactRecall10', 'float16Recall10', 'hotRecall10', 'hotScanRecall10']) {
    expect(figures[name], name).toBeGreaterThan(0.8);
  }
  for (const name of ['coldP50', 'hotP50', 'hotScanP50', 'makeSeconds', 'fileBytesPerVector']) {
    expect(figures[name], name).toBeGreaterThan(0);
  }
  expect(figures.coldP99).toBeGreaterThanOrEqual(figures.coldP50 as number);
  expect(requirements.find(({ requirement }) => requirement.startsWith('bytes of codes'))?.reached).toBe(true);
  expect(requirements.find(({ requirement }) => requirement.startsWith('scan of codes'))?.reached).toBe(undefined);
});

test.each([
  [
    [],
    'No benchmark was named. There are: embed, encryption, extract, ingest, lexical, refusals, responsiveness, serve, stages, support, vectors',
  ],
  [
    ['../bench'],
    'There is no benchmark "../bench". There are: embed, encryption, extract, ingest, lexical, refusals, responsiveness, serve, stages, support, vectors',
  ],
  [['embed'], '--model is not the folder of a model'],
  [['embed', '--model', 'x', '--kind', 'ollama'], '--kind is neither model2vec nor transformers'],
  [['embed', '--model', 'x', '--texts', '0'], '--texts is not a whole number'],
  [['ingest', '--megabytes', 'many'], '--megabytes is not a number'],
  [['ingest', '--embedder', 'large'], '--embedder is neither default nor none'],
  [['lexical', '--texts', '0'], '--texts is not a whole number'],
  [['lexical', '--peers', 'lucene'], 'There is no peer "lucene"'],
  [['ingest', '--report'], '--report needs a folder'],
  [['vectors', '--vectors', '100,1e9'], '--vectors is not a whole number'],
  [['vectors', '--data', 'none'], 'There is no set "none"'],
  [['vectors', '--peers', 'pinecone'], 'There is no peer "pinecone"'],
  [['ingest', '--gigabytes', '1'], "Unknown option '--gigabytes'"],
])('ends with code 1 and says why: %j', async (args, expected) => {
  const { code, results, messages } = await run(...args);
  expect(code).toBe(1);
  expect(results).toEqual([]);
  expect(messages).toContain(expected);
});
