import { chunkSetFromIds, type Hit, type VectorTier } from '@cubo/contracts';
import { hashingEmbedder, memorySparseIndex, memoryVectorTier } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import {
  agreementFusion,
  convexFusion,
  type RetrieveOptions,
  reciprocalRankFusion,
  retrieve,
} from '../../src/index.ts';

const texts = ['red apple', 'green apple tree', 'blue sky', 'red sky at night', 'an apple a day'];

async function indexes(): Promise<RetrieveOptions> {
  const embedder = hashingEmbedder({ dimensions: 64 });
  const sparse = memorySparseIndex();
  const tier = memoryVectorTier({ dimensions: 64 });
  await sparse.add(texts.map((text, id) => ({ id, text })));
  await tier.add({ ids: texts.map((_, id) => id), vectors: await embedder.embedDocuments(texts) });
  const live = chunkSetFromIds(texts.keys());
  const dense = { tier, embedQuery: (text: string) => embedder.embedQuery(text) };
  return {
    query: 'red apple',
    limit: 5,
    live,
    filter: live,
    mode: 'hybrid',
    sparse,
    dense,
    fuser: reciprocalRankFusion(),
  };
}

test('both lists speak in hybrid mode, one alone in the others', async () => {
  const options = await indexes();
  expect((await retrieve(options))[0]).toMatchObject({ id: 0, contributions: [{ list: 'sparse' }, { list: 'dense' }] });
  for (const mode of ['sparse', 'dense'] as const) {
    const hits = await retrieve({ ...options, mode });
    expect(hits.every((hit) => hit.contributions.length === 1 && hit.contributions[0]?.list === mode)).toBe(true);
  }
  expect(await retrieve({ ...options, dense: undefined })).toEqual(await retrieve({ ...options, mode: 'sparse' }));
  expect(await retrieve({ ...options, dense: undefined, mode: 'dense' })).toEqual([]);
});

test('only chunks of the filter that live are found', async () => {
  const options = await indexes();
  const found = async (changes: Partial<RetrieveOptions>) =>
    (await retrieve({ ...options, ...changes })).map((hit) => hit.id).sort();
  expect(await found({ filter: chunkSetFromIds([1, 3]) })).toEqual([1, 3]);
  expect(await found({ live: chunkSetFromIds([1, 2]), filter: chunkSetFromIds([0, 1]) })).toEqual([1]);
  expect(await found({ filter: chunkSetFromIds([]) })).toEqual([]);
  expect(await found({ limit: 0 })).toEqual([]);
});

test('a lexical hit beyond the depth of the dense list still gets its dense score', async () => {
  const options = await indexes();
  const asked: number[] = [];
  const { tier } = options.dense ?? {};
  if (tier === undefined) throw new Error('no tier');
  const shallow: typeof tier = {
    ...tier,
    search: (query, search) => {
      asked.push(search.filter?.size ?? -1);
      return tier.search(query, { ...search, limit: asked.length === 1 ? 1 : search.limit });
    },
  };
  const dense = { ...options.dense, tier: shallow } as RetrieveOptions['dense'];
  const hits = await retrieve({ ...options, dense, fuser: convexFusion() });
  const second = hits.find((hit) => hit.id === 4);
  expect(asked[0]).toBe(5);
  expect(second?.contributions.map(({ list, rank }) => [list, rank])).toEqual([
    ['sparse', expect.any(Number)],
    ['dense', undefined],
  ]);
});

test('a dense hit beyond the depth of the lexical list still gets its lexical score', async () => {
  const options = await indexes();
  const { sparse } = options;
  let asked = 0;
  const shallow: typeof sparse = {
    ...sparse,
    search: (query, search) => sparse.search(query, { ...search, limit: asked++ === 0 ? 1 : search.limit }),
  };
  const all = await sparse.search(options.query, { limit: 9, live: options.live });
  const behind = all.slice(1).map(({ id, score }) => [id, undefined, score]);
  const hits = await retrieve({ ...options, sparse: shallow, fuser: convexFusion() });
  const lexical = hits.flatMap(({ id, contributions }) =>
    contributions.filter(({ list }) => list === 'sparse').map(({ rank, score }) => [id, rank, score]),
  );
  expect(behind.length).toBeGreaterThan(0);
  expect(lexical).toEqual(expect.arrayContaining(behind));
});

test('a fuser of ranks alone costs one look at the vectors', async () => {
  const options = await indexes();
  const searches = async (fuser: RetrieveOptions['fuser']) => {
    let count = 0;
    const tier = {
      ...(options.dense?.tier as VectorTier),
      search: async (): Promise<Hit[]> => {
        count++;
        return [];
      },
    };
    await retrieve({ ...options, dense: { ...options.dense, tier } as RetrieveOptions['dense'], fuser });
    return count;
  };
  expect(await searches(reciprocalRankFusion())).toBe(1);
  expect(await searches(convexFusion())).toBe(2);
});

test('the length of the query vector becomes the confidence of the dense list', async () => {
  const options = await indexes();
  const embedQuery = options.dense?.embedQuery ?? (() => Promise.reject(new Error('no embedder')));
  const dense = {
    ...options.dense,
    embedQuery: async (text: string) => (await embedQuery(text)).map((value) => value / 4),
  } as RetrieveOptions['dense'];
  const seen: (number | undefined)[] = [];
  const fuser = {
    id: 'watching',
    fuse(lists: Parameters<typeof options.fuser.fuse>[0], context: Parameters<typeof options.fuser.fuse>[1]) {
      seen.push(...lists.map((list) => list.confidence));
      return options.fuser.fuse(lists, context);
    },
  };
  const shorter = await retrieve({ ...options, dense, fuser });
  expect(seen).toEqual([undefined, expect.closeTo(0.25, 6)]);
  const whole = await retrieve(options);
  expect(shorter.map((hit) => hit.id)).toEqual(whole.map((hit) => hit.id));
});

test('what a vector index misses by its own measure takes confidence from its list, and is told with the hits', async () => {
  const options = await indexes();
  const tier = options.dense?.tier as VectorTier;
  const lossy: VectorTier = {
    ...tier,
    search: async (query, search) =>
      (await tier.search(query, search)).map((hit, i) => ({
        ...hit,
        origin: i % 2 === 0 ? { part: 'cold', recallLoss: 0.5 } : { part: 'scan' },
      })),
  };
  const found = (await lossy.search(await (options.dense?.embedQuery(options.query) as Promise<Float32Array>), options))
    .length;
  const seen: (number | undefined)[] = [];
  const fuser: RetrieveOptions['fuser'] = {
    id: 'watching',
    fuse(lists, context) {
      seen.push(...lists.map((list) => list.confidence));
      return options.fuser.fuse(lists, context);
    },
  };
  const hits = await retrieve({
    ...options,
    dense: { ...options.dense, tier: lossy } as RetrieveOptions['dense'],
    fuser,
  });
  const meanLoss = (0.5 * Math.ceil(found / 2)) / found;
  expect(seen).toEqual([undefined, expect.closeTo(1 - 0.2 * meanLoss, 6)]);
  const traced = hits.flatMap(({ contributions }) => contributions.filter(({ list }) => list === 'dense'));
  expect(traced.filter(({ origin }) => origin?.recallLoss === 0.5)).toHaveLength(Math.ceil(found / 2));
  expect(traced.filter(({ origin }) => origin?.part === 'scan')).toHaveLength(Math.floor(found / 2));
});

test('the share of the words that stand in a text becomes the confidence of the lexical list', async () => {
  const options = await indexes();
  const confidences: (number | undefined)[] = [];
  const fuser: RetrieveOptions['fuser'] = {
    ...agreementFusion(),
    fuse: (lists) => {
      confidences.push(lists[0]?.confidence);
      return [];
    },
  };
  const word = { frequency: 1, inverseDocumentFrequency: 2 };
  const searchedTerms = async () => [
    { ...word, variants: ['red'], documentFrequency: 2 },
    { ...word, variants: ['zeppelin'], documentFrequency: 0 },
  ];
  await retrieve({ ...options, fuser, sparse: { ...options.sparse, searchedTerms } });
  await retrieve({ ...options, fuser });
  expect(confidences).toEqual([0.5, 1]);
});
