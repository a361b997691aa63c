import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Embedder, Extractor, Reranker } from '@cubo/contracts';
import { hashingEmbedder, memorySparseIndex, memoryVectorTier } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import {
  type CuboOptions,
  createAnalyzer,
  createCubo,
  latentEmbedder,
  reciprocalRankFusion,
  textSource,
} from '../src/index.ts';
import { collect, finish, openCubo, writeFiles } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const library = {
  'en/lease.md': '# Lease\n\n## Notice\n\nThe tenant may end the lease with a notice period of three months.\n',
  'en/manual.txt': 'Press the red button for three seconds to reset the boiler. The boiler then starts again.',
  'de/vertrag.txt': 'Die Kündigungsfrist beträgt vier Wochen zum Monatsende. Der Vertrag ist schriftlich zu kündigen.',
  'it/affitto.txt': "Il periodo di preavviso è di sei mesi. L'inquilino deve avvisare con lettera raccomandata.",
};

async function filled(options: Parameters<typeof openCubo>[0] = {}) {
  const opened = await openCubo(options);
  await writeFiles(opened.documents, library);
  await finish(opened.cubo.ingest(opened.documents));
  return opened;
}

test('a hit names its place, and its trace adds up to its score', async () => {
  const { cubo, documents } = await filled();
  const [hit] = await cubo.search('What is the notice period of the lease?', { limit: 3, rerank: false });
  expect(hit).toMatchObject({
    source: join(documents, 'en/lease.md'),
    heading: ['Lease', 'Notice'],
    locator: { kind: 'heading', path: ['Lease', 'Notice'] },
  });
  const sum = hit?.explain.lists.reduce((total, { contribution }) => total + contribution, 0);
  expect(sum).toBeCloseTo(hit?.score ?? Number.NaN, 10);
  expect(hit?.explain.lists.map(({ list, rank }) => [list, rank])).toEqual([
    ['sparse', 1],
    ['dense', 1],
  ]);
});

test.each([
  ['Kündigungsfrist', 'de/vertrag.txt'],
  ['kundigungsfrist', 'de/vertrag.txt'],
  ['preavvisi', 'it/affitto.txt'],
  ['inquilino', 'it/affitto.txt'],
  ['resetting boilers', 'en/manual.txt'],
])('%s is found in %s', async (query, name) => {
  const { cubo, documents } = await filled();
  const [hit] = await cubo.search(query, { mode: 'sparse' });
  expect(hit?.source).toBe(join(documents, name));
});

test('a scope is applied before ranking', async () => {
  const { cubo, documents } = await filled();
  const folder = join(documents, 'de');
  const hits = await cubo.search('notice period three months Kündigungsfrist', { scope: { sources: [folder] } });
  expect(hits.map((hit) => hit.source)).toEqual([join(folder, 'vertrag.txt')]);
  expect(await cubo.search('notice', { scope: { sources: [] } })).toEqual([]);
});

test('a relative path in a scope means the same as its absolute form', async () => {
  const { cubo, documents } = await filled();
  const folder = join(documents, 'de');
  for (const source of [relative(process.cwd(), folder), `${relative(process.cwd(), folder)}/`]) {
    const hits = await cubo.search('notice period three months Kündigungsfrist', { scope: { sources: [source] } });
    expect(hits.map((hit) => hit.source)).toEqual([join(folder, 'vertrag.txt')]);
  }
  await finish(cubo.ingest([textSource({ uri: 'mail:1', text: 'Kündigungsfrist per mail' })]));
  const mails = await cubo.search('Kündigungsfrist', { scope: { sources: ['mail:1'] } });
  expect(mails.map((hit) => hit.source)).toEqual(['mail:1']);
});

test('modes ask one side alone', async () => {
  const { cubo } = await filled();
  for (const mode of ['sparse', 'dense'] as const) {
    const hits = await cubo.search('notice period', { mode });
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every((hit) => hit.explain.lists.length === 1 && hit.explain.lists[0]?.list === mode)).toBe(true);
  }
});

test.each(['', '   ', '?!…', '\u0000\ud800', 'the of and', 'word '.repeat(10_000)])(
  'odd query %# finds nothing or something, and never throws',
  async (query) => {
    const { cubo } = await filled();
    expect(Array.isArray(await cubo.search(query))).toBe(true);
  },
);

test('arguments that make no sense are refused', async () => {
  const { cubo } = await openCubo();
  await expect(cubo.search('x', { limit: -1 })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await expect(cubo.search('x', { limit: 1.5 })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await expect(cubo.search('x', { mode: 'magic' as 'sparse' })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  for (const sources of ['a path' as unknown as string[], [''], [7 as unknown as string]]) {
    await expect(cubo.search('x', { scope: { sources } })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
  await expect(cubo.search(42 as unknown as string)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(() => cubo.ingest([])).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  expect(() => cubo.ingest(7 as unknown as string)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  await expect(createCubo({ path: '' })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await expect(cubo.search('x', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});

test.each<Partial<CuboOptions>>([
  { maximumBytes: 0 },
  { maximumBytes: Number.NaN },
  { lockTimeoutMilliseconds: -1 },
  { lockTimeoutMilliseconds: Number.NaN },
  { embedder: { ...hashingEmbedder(), maxBatch: 0 } },
  { embedder: { ...hashingEmbedder(), maxBatch: Number.NaN } },
  { embedder: { ...hashingEmbedder(), dimensions: 0 } },
  { embedder: { ...hashingEmbedder(), dimensions: 1.5 } },
  { embedder: { ...latentEmbedder({ analyzer: createAnalyzer() }), maxSample: Number.NaN } },
])('option %# makes no sense and is refused before anything is opened', async (options) => {
  const path = join(await temporaryDirectory(), 'library');
  await expect(createCubo({ path, ...options })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(existsSync(path)).toBe(false);
});

test('an empty library finds nothing and says so', async () => {
  const { cubo } = await openCubo();
  expect(await cubo.search('anything')).toEqual([]);
  const answer = await cubo.ask('anything?');
  expect(answer.citations).toEqual([]);
  expect(await cubo.status()).toMatchObject({ documents: 0, chunks: 0, dense: undefined });
  await cubo.close();
  await expect(cubo.search('anything')).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
});

test('one chunk is enough for a library', async () => {
  const { cubo } = await openCubo();
  await finish(cubo.ingest([textSource({ uri: 'x:1', text: 'A single sentence about photosynthesis.' })]));
  expect(await cubo.search('photosynthesis?')).toHaveLength(1);
  expect(await cubo.search('photosynthesis?', { mode: 'dense' })).toHaveLength(1);
});

test('every part can be replaced', async () => {
  const shouting: Reranker = {
    id: 'shortest-first',
    rerank: async (_query, candidates) =>
      [...candidates]
        .sort((a, b) => a.text.length - b.text.length)
        .map(({ id, text }) => ({ id, score: 1 / text.length })),
  };
  const reversed: Extractor = {
    id: 'reversed@1',
    mediaTypes: [],
    extensions: ['.rev'],
    async *extract(source) {
      let text = '';
      for await (const bytes of source.open()) text += Buffer.from(bytes).toString();
      text = [...text].reverse().join('');
      yield { text, kind: 'prose', locator: { kind: 'characters', start: 0, end: text.length } };
    },
  };
  const { cubo, documents } = await openCubo({
    embedder: hashingEmbedder({ dimensions: 64 }),
    sparseIndex: async () => memorySparseIndex(),
    vectorTier: async ({ dimensions }) => memoryVectorTier({ dimensions }),
    fuser: reciprocalRankFusion(),
    reranker: shouting,
    extractors: [reversed],
  });
  await writeFiles(documents, { 'a.rev': 'txet drawkcab', 'b.txt': 'another text, a longer one, forward' });
  await finish(cubo.ingest(documents));
  const hits = await cubo.search('text');
  expect(hits.map((hit) => hit.text)).toEqual(['backward text', 'another text, a longer one, forward']);
  expect(hits[0]?.explain.reranked).toEqual({ reranker: 'shortest-first', rank: 1, score: hits[0]?.score });
  const status = await cubo.status();
  expect(status.fuser).toContain('rrf');
  expect(status.dense).toMatchObject({ dimensions: 64, coverage: 1 });
  expect((await cubo.doctor()).healthy).toBe(true);
});

test('without an embedder the words alone decide', async () => {
  const { cubo } = await filled({ embedder: false });
  expect((await cubo.status()).dense).toBeUndefined();
  const [hit] = await cubo.search('notice period');
  expect(hit?.explain.lists.map(({ list }) => list)).toEqual(['sparse']);
});

test.each<[string, (vectors: Float32Array[]) => Float32Array[]]>([
  ['too few vectors', (vectors) => vectors.slice(1)],
  ['vectors of other dimensions', (vectors) => vectors.map((vector) => vector.slice(1))],
  ['values that are not finite', (vectors) => vectors.map((vector) => vector.map(() => Number.NaN))],
])('an embedder that returns %s is caught before anything is stored', async (_what, spoil) => {
  const good = hashingEmbedder({ dimensions: 16 });
  let bad = true;
  const embedder: Embedder = {
    ...good,
    embedDocuments: async (given, options) => {
      const vectors = await good.embedDocuments(given, options);
      return bad ? spoil(vectors) : vectors;
    },
  };
  const { cubo, documents } = await openCubo({ embedder });
  await writeFiles(documents, library);
  await expect(finish(cubo.ingest(documents))).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
  // The text was published before: it is found by its words.
  expect(await cubo.search('boiler')).toHaveLength(1);
  expect((await cubo.status()).dense).toMatchObject({ chunks: 0, coverage: 0 });
  bad = false;
  const events = await collect(cubo.ingest(documents));
  expect(events.at(-1)).toMatchObject({ outcomes: { unchanged: 4 } });
  expect((await cubo.status()).dense?.coverage).toBe(1);
});

test('a changed embedder makes its own vectors, and the old ones go', async () => {
  const { cubo, documents, directory } = await filled({ embedder: hashingEmbedder({ dimensions: 16 }) });
  await cubo.close();
  const changed = await createCubo({
    workers: 0,
    path: join(directory, 'library'),
    embedder: hashingEmbedder({ dimensions: 32 }),
  });
  expect((await changed.status()).dense).toMatchObject({ dimensions: 32, coverage: 0 });
  expect(await changed.search('boiler')).toHaveLength(1);
  await finish(changed.ingest(documents));
  expect((await changed.status()).dense).toMatchObject({ dimensions: 32, coverage: 1 });
  await changed.close();
});

test('another analyzer has an index of its own, which the next ingest fills', async () => {
  const { cubo, documents, directory } = await filled();
  await cubo.close();
  const plain = createAnalyzer();
  const analyzer = { ...plain, fingerprint: 'my own' };
  const changed = await createCubo({ workers: 0, path: join(directory, 'library'), analyzer, embedder: false });
  await expect(changed.search('boiler')).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  expect((await changed.doctor()).healthy).toBe(false);
  await finish(changed.ingest(documents));
  expect(await changed.search('boiler')).toHaveLength(1);
  expect((await changed.doctor()).healthy).toBe(true);
  expect(await readdir(join(directory, 'library', 'indexes', 'lexical'))).toHaveLength(1);
  await changed.close();
});

test.each<[string, Reranker['rerank']]>([
  ['throws', () => Promise.reject(new Error('the model is gone'))],
  ['gives no numbers', async (_query, candidates) => candidates.map(({ id }) => ({ id, score: Number.NaN }))],
])('a search does without a reranker that %s, and says so, unless it was asked for', async (_what, rerank) => {
  const { cubo } = await filled({ reranker: { id: 'broken', rerank } });
  const told = { code: 'CUBO_RERANKER_FAILED', message: expect.stringContaining('The reranker broken failed') };
  const plain = await cubo.search('notice', { rerank: false });
  expect(plain.length).toBeGreaterThan(0);
  expect(plain[0]?.explain.failures).toBeUndefined();
  const hits = await cubo.search('notice');
  expect(hits).toEqual(
    plain.map((hit) => ({ ...hit, explain: { ...hit.explain, failures: [{ part: 'reranker', ...told }] } })),
  );
  await expect(cubo.search('notice', { rerank: true })).rejects.toMatchObject(told);
  await expect(cubo.search('notice', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});

test('a reranker is given as many hits as it wants, once for each list', async () => {
  const seen: number[] = [];
  const { cubo } = await filled({
    reranker: {
      id: 'counting',
      depth: 1,
      async rerank(_query, candidates) {
        seen.push(candidates.length);
        return candidates.map(({ id, score }) => ({ id, score }));
      },
    },
  });
  const hits = await cubo.search('notice period lease the keys', { limit: 3 });
  expect(hits.length).toBeGreaterThan(1);
  expect(seen).toEqual([1]);
});

test('the built-in reranker lifts passages in which the words stand together', async () => {
  const { cubo, documents } = await openCubo();
  await writeFiles(documents, {
    'a.txt': 'Notice that the landlord has the whole house painted from the roof to the cellar, for a period.',
    'b.txt':
      'The notice period is three months, and a letter with a stamp and a signature has to be written for all of it.',
  });
  await finish(cubo.ingest(documents));
  const [plain] = await cubo.search('notice period', { mode: 'sparse' });
  expect(plain?.source).toBe(join(documents, 'a.txt'));
  expect(plain?.explain.reranked).toBeUndefined();
  const [first] = await cubo.search('notice period', { mode: 'sparse', rerank: true });
  expect(first?.source).toBe(join(documents, 'b.txt'));
  expect(first?.explain.reranked?.reranker).toBe('proximity(weight=0.4)');
});
