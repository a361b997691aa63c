import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@cubo/contracts';
import { sentenceChunker, textSource } from '@cubo/ingest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cubo, createCubo } from '../src/index.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Finds everything alike. */
const symbolEmbedder: Embedder = {
  id: 'symbols',
  fingerprint: 'symbols',
  dimensions: 2,
  maxBatch: 8,
  embedDocuments: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  embedQuery: async () => Float32Array.of(1, 0),
};

let path: string;
let cubo: Cubo;

const lease = (party: string, date: string) =>
  `This lease is made between the landlord and the tenant ${party}. The notice period is three months to the end of a ` +
  'quarter. The tenant pays the rent in advance, at the latest on the third working day of each month, to the account ' +
  `that the landlord names. Repairs of small damage are borne by the tenant up to one hundred euros. Signed ${date}.`;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'cubo-near-duplicates-'));
  cubo = await createCubo({ path, embedder: false, threads: false, workers: 0 });
});

afterEach(async () => {
  await cubo.close();
  await rm(path, { recursive: true, force: true });
});

async function ingestLeases(): Promise<void> {
  await cubo.ingest([
    ...Array.from({ length: 10 }, (_, i) =>
      textSource({ uri: `lease:${i}`, name: `lease-${i}.txt`, text: lease(`number ${i}`, 'today') }),
    ),
    textSource({ uri: 'letter:1', name: 'letter.txt', text: 'The notice period of your subscription is two weeks.' }),
  ]);
}

test('ten copies of a contract are one hit, which names the others', async () => {
  await ingestLeases();
  const hits = await cubo.search('notice period', { limit: 5 });
  expect(hits).toHaveLength(2);
  const contract = hits.find(({ source }) => source.startsWith('lease:'));
  expect(contract?.duplicates).toHaveLength(9);
  const named = [contract?.source, ...(contract?.duplicates ?? []).map(({ source }) => source)].sort();
  expect(named).toEqual(Array.from({ length: 10 }, (_, i) => `lease:${i}`));
  for (const { similarity } of contract?.duplicates ?? []) expect(similarity).toBeGreaterThanOrEqual(0.8);
  const answer = await cubo.ask('What is the notice period?');
  expect(answer.hits).toHaveLength(2);
});

test('each of them is a hit when the caller wants the list', async () => {
  await ingestLeases();
  const hits = await cubo.search('notice period', { limit: 20, nearDuplicates: 'list' });
  expect(hits).toHaveLength(11);
  expect(hits.every((hit) => hit.duplicates === undefined)).toBe(true);
  await expect(cubo.search('notice', { nearDuplicates: 'drop' as 'fold' })).rejects.toThrow('nearDuplicates is "drop"');
});

test('finds all groups of near-duplicates in the library, or in a scope', async () => {
  await ingestLeases();
  const groups = await collect(cubo.nearDuplicates());
  expect(groups).toHaveLength(1);
  expect(groups[0]?.passages.map(({ source }) => source)).toEqual(Array.from({ length: 10 }, (_, i) => `lease:${i}`));
  expect(groups[0]?.similarity).toBeGreaterThanOrEqual(0.8);
  const scoped = await collect(cubo.nearDuplicates({ scope: { sources: ['lease:1', 'lease:2', 'letter:1'] } }));
  expect(scoped[0]?.passages).toHaveLength(2);
  await expect(collect(cubo.nearDuplicates({ signal: AbortSignal.abort() }))).rejects.toThrow('abort');
});

test('a small chunk comes with the passage around it, and answers quote from that', async () => {
  await cubo.close();
  await rm(path, { recursive: true, force: true });
  cubo = await createCubo({
    path,
    embedder: false,
    threads: false,
    workers: 0,
    chunker: sentenceChunker({ surroundingSentences: 1 }),
  });
  const text = lease('of the first floor', 'in Berlin');
  await cubo.ingest([textSource({ uri: 'lease:1', name: 'lease.txt', text })]);
  const [hit] = await cubo.search('rent in advance third working day');
  expect(hit?.text).toMatch(/^The tenant pays the rent .* names\.$/);
  expect(hit?.passage?.text).toMatch(/^The notice period .* one hundred euros\.$/);
  const { start = 0, end = 0 } = hit?.passage?.locator ?? {};
  expect(hit?.passage?.text).toBe(text.slice(start, end));
  const answer = await cubo.ask('Until when does the tenant pay the rent?');
  expect(answer.citations.length).toBeGreaterThan(0);
  for (const { quote, locator } of answer.citations) expect(text.slice(locator.start, locator.end)).toBe(quote);
});

test('as many copies as there may be, other passages are found behind them', async () => {
  const copy = 'Copy of the notice. The notice period is three months.';
  await cubo.ingest([
    ...Array.from({ length: 60 }, (_, i) => textSource({ uri: `copy:${i}`, name: `copy-${i}.txt`, text: copy })),
    ...['landlord', 'tenant', 'caretaker'].map((who) =>
      textSource({
        uri: `letter:${who}`,
        name: `${who}.txt`,
        text: `A long letter of the ${who} to all of the house, in which at last something is said of a notice.`,
      }),
    ),
  ]);
  const hits = await cubo.search('notice period', { limit: 3, nearDuplicates: 'fold' });
  expect(hits).toHaveLength(3);
});

test('copies without any word are folded too', async () => {
  await cubo.close();
  cubo = await createCubo({ path: join(path, 'symbols'), embedder: symbolEmbedder, threads: false, workers: 0 });
  await cubo.ingest(
    ['☃☃ ☂', '☃☃ ☂', '☀'].map((text, i) => textSource({ uri: `x:${i}`, name: `${i}.txt`, title: `${i}`, text })),
  );
  const hits = await cubo.search('☃', { mode: 'dense' });
  expect(hits.map(({ text }) => text).sort()).toEqual(['☀', '☃☃ ☂']);
  expect(hits.find(({ text }) => text !== '☀')?.duplicates).toMatchObject([{ similarity: 1 }]);
});
