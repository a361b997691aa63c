import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CuboError, type Generator, type Logger, type Reranker } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import type { Cubo, CuboOptions } from '../../src/index.ts';
import { openCubo } from '../open-cubo.ts';
import { damagedDocuments } from './damaged-documents.ts';

const document = 'zanzibarquux';
const query = 'kilimanjaroquux';

/** A knowledge base over damaged documents, and all that it tells: log lines, events, and messages of what it throws. */
async function told(options: Partial<CuboOptions>) {
  const lines: string[] = [];
  const logger = Object.fromEntries(
    (['debug', 'info', 'warn', 'error'] as const).map((level) => [
      level,
      (message: string) => void lines.push(`${level}: ${message}`),
    ]),
  ) as unknown as Logger;
  const { cubo, documents } = await openCubo({ ...options, logger });
  void (async () => {
    for await (const event of cubo.events()) lines.push(`event: ${JSON.stringify(event)}`);
  })();
  const errors: unknown[] = [];
  const attempt = async (what: string, run: () => PromiseLike<unknown>) => {
    try {
      await run();
    } catch (error) {
      errors.push(error);
      lines.push(`${what} threw: ${(error as Error).message}`);
    }
  };
  const ingest = async () => {
    for await (const event of cubo.ingest(documents)) lines.push(`ingest: ${JSON.stringify(event)}`);
  };
  await mkdir(documents, { recursive: true });
  for (const [name, content] of Object.entries(damagedDocuments(document)))
    await writeFile(join(documents, name), content);
  return { cubo, documents, lines, errors, attempt, ingest };
}

const leaks = (lines: readonly string[]) => lines.filter((line) => /zanzibarquux|kilimanjaroquux/i.test(line));

async function askEverything(cubo: Cubo, attempt: (what: string, run: () => PromiseLike<unknown>) => Promise<void>) {
  const question = `What about ${query} and ${document}?`;
  for (const mode of ['hybrid', 'sparse', 'dense'] as const) {
    await attempt(`search ${mode}`, () => cubo.search(question, { mode, explain: true }));
  }
  await attempt('search for required', () => cubo.search(`+"${query} ${document}" -${query}`));
  await attempt('search with a wrong option', () => cubo.search(question, { limit: -1 }));
  await attempt('ask', () => cubo.ask(question));
  await attempt('ask with a wrong option', () => cubo.ask(question, { leastConfidence: 7 }));
}

test('damaged documents of all formats are reported without their text', async () => {
  const { cubo, lines, attempt, ingest } = await told({});
  await attempt('ingest', ingest);
  await askEverything(cubo, attempt);
  const [job] = (await cubo.status()).jobs;
  lines.push(`job: ${JSON.stringify(cubo.job(job?.id as string))}`, `audit: ${JSON.stringify(await cubo.audit())}`);
  await cubo.close();
  expect(leaks(lines)).toEqual([]);
  expect(lines.filter((line) => line.includes('"outcome":"skipped"')).length).toBeGreaterThan(15);
  expect(lines.some((line) => line.startsWith('info: Ingest job'))).toBe(true);
});

test('damaged documents that are read in threads are reported without their text too', async () => {
  const { cubo, lines, attempt, ingest } = await told({ embedder: false, threads: 1 });
  await attempt('ingest', ingest);
  await cubo.close();
  expect(leaks(lines)).toEqual([]);
  expect(lines.filter((line) => line.includes('"outcome":"skipped"')).length).toBeGreaterThan(15);
});

/** Says what it could not do with which text, as servers of models do. */
function quoting(texts: readonly string[]): never {
  throw new Error(`status 500: cannot read ${JSON.stringify({ input: texts })}`);
}

/** The same, as an adapter may throw it. */
function quotingWithCode(texts: readonly string[]): never {
  const message = `The server refused the text\n${texts.join('\\n')}.`;
  throw new CuboError({ code: 'CUBO_EMBEDDER_FAILED', message, remedy: 'Look into its log.' });
}

const generator: Generator = {
  id: 'quoting',
  contextWindow: Infinity,
  capabilities: { tools: false, images: false, thinking: false, jsonSchema: false },
  load: async () => {},
  // biome-ignore lint/correctness/useYield: it fails before there is anything to give
  async *generate({ messages, question }) {
    quoting([question, JSON.stringify(messages)]);
  },
};
const reranker: Reranker = {
  id: 'quoting',
  load: async () => {},
  rerank: async (asked, candidates) => quoting([asked, ...candidates.map(({ text }) => text)]),
};

test.each([
  ['an error', quoting],
  ['an error of Cubo', quotingWithCode],
])('models that quote what they were sent, in %s, are told of without it', async (_what, fail) => {
  let fails = false;
  const base = hashingEmbedder();
  const embedder = {
    ...base,
    id: 'quoting',
    embedDocuments: async (texts: readonly string[]) => (fails ? fail(texts) : base.embedDocuments(texts)),
    embedQuery: async (text: string) => (fails ? fail([text]) : base.embedQuery(text)),
  };
  const { cubo, documents, lines, errors, attempt, ingest } = await told({
    embedder,
    generator,
    reranker,
    profile: 'workstation',
  });
  await attempt('ingest', ingest);
  await askEverything(cubo, attempt);
  fails = true;
  await writeFile(join(documents, 'more.txt'), `One more ${document}.`);
  await attempt('ingest', ingest);
  await askEverything(cubo, attempt);
  await attempt('rewriting', async () => {
    const hits = await cubo.search(`${query} ${document}`, { rewrite: { generator }, explain: true });
    lines.push(`failures: ${JSON.stringify(hits.map(({ explain }) => explain.failures))}`);
  });
  const { models } = await cubo.status();
  lines.push(`models: ${JSON.stringify(models)}`);
  await cubo.close();
  expect(leaks(lines)).toEqual([]);
  // They did quote it, and what they said of themselves is told.
  const causes = errors.map((error) => String((error as Error).cause));
  expect(leaks(causes).length).toBeGreaterThan(3);
  for (const kind of ['embedder', 'generator', 'reranker']) {
    expect(lines.some((line) => line.startsWith('event: ') && line.includes(`"kind":"${kind}"`))).toBe(true);
  }
  expect(lines.some((line) => line.includes('status 500: cannot read'))).toBe(true);
  expect(lines.some((line) => line.startsWith('event: {"type":"search-degraded"'))).toBe(true);
});
