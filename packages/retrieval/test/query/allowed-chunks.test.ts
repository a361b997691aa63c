import { chunkIds, chunkSetFromIds, type SparseIndex } from '@cubo/contracts';
import { hashingEmbedder, memorySparseIndex, memoryVectorTier } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { allowedChunks, convexFusion, parseQuery, plainQuery, retrieve } from '../../src/index.ts';
import { wordIndex } from './word-index.ts';

const texts = [
  'a notice period of a year',
  'the period of a notice',
  'notice of a draft',
  'rent',
  'notice period, draft',
];
const live = chunkSetFromIds(texts.keys());

async function filled<Index extends SparseIndex>(index: Index): Promise<Index> {
  await index.add(texts.map((text, id) => ({ id, text })));
  return index;
}

async function allowed(query: string, filter = live): Promise<number[]> {
  const sparse = await filled(wordIndex());
  return [...chunkIds(await allowedChunks(parseQuery(query), { sparse, live, filter }))];
}

test.each<[string, number[]]>([
  ['notice period', [0, 1, 2, 3, 4]],
  ['find the "notice period" of it', [0, 1, 2, 3, 4]],
  ['"notice period"', [0, 4]],
  ['notice +period', [0, 1, 4]],
  ['notice -draft', [0, 1, 3]],
  ['+notice -draft -"notice period"', [1]],
  ['+"notice period" +rent', []],
  ['-draft', []],
  ['-"notice period" -rent ?', []],
])('%s allows %j', async (query, ids) => {
  expect(await allowed(query)).toEqual(ids);
});

test('only chunks of the filter are allowed', async () => {
  expect(await allowed('notice -draft', chunkSetFromIds([1, 2]))).toEqual([1]);
});

test('an index that cannot tell is asked for nothing it would have to guess', async () => {
  const sparse = await filled(memorySparseIndex());
  const within = { sparse, live, filter: live };
  for (const query of ['notice -draft', '+notice', '"notice period"', '-draft']) {
    await expect(allowedChunks(parseQuery(query), within)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      remedy: expect.stringContaining("syntax: 'plain'"),
    });
    expect(await allowedChunks(plainQuery(query), within)).toBe(live);
  }
  expect(await allowedChunks(parseQuery('the "notice period" of it'), within)).toBe(live);
});

test('what is required binds the dense side as well, which is asked for the text alone', async () => {
  const sparse = await filled(wordIndex());
  const embedder = hashingEmbedder({ dimensions: 64 });
  const tier = memoryVectorTier({ dimensions: 64 });
  await tier.add({ ids: [...texts.keys()], vectors: await embedder.embedDocuments(texts) });
  const asked: string[] = [];
  const query = parseQuery('the notice +period -draft');
  const filter = await allowedChunks(query, { sparse, live, filter: live });
  for (const mode of ['hybrid', 'dense'] as const) {
    const hits = await retrieve({
      ...{ query: query.text, phrases: query.phrases, limit: 9, live, filter, mode, sparse, fuser: convexFusion() },
      dense: {
        tier,
        embedQuery: (text) => {
          asked.push(text);
          return embedder.embedQuery(text);
        },
      },
    });
    expect(hits.map(({ id }) => id).sort()).toEqual([0, 1]);
  }
  expect(asked).toEqual(['the notice period ', 'the notice period ']);
});

test('a phrase that is not required lifts the chunks that have it', async () => {
  const sparse = await filled(wordIndex());
  const search = async (query: string) => {
    const { text, phrases } = parseQuery(query);
    const options = { limit: 9, live, filter: live, mode: 'sparse', sparse, fuser: convexFusion() } as const;
    return retrieve({ query: text, phrases, ...options });
  };
  const plain = await search('of notice period');
  const quoted = await search('of "notice period"');
  const scoreOf = (hits: typeof plain, wanted: number) => hits.find(({ id }) => id === wanted)?.score ?? Number.NaN;
  expect(quoted.map(({ id }) => id).sort()).toEqual(plain.map(({ id }) => id).sort());
  expect(scoreOf(quoted, 0)).toBeCloseTo(scoreOf(plain, 0) + 1, 10);
  expect(scoreOf(quoted, 1)).toBeCloseTo(scoreOf(plain, 1), 10);
});
