import { embedderConformance } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type AiSdkEmbedderOptions, type AiSdkEmbeddingModel, aiSdkEmbedder } from '../../src/ai-sdk.ts';
import { dimensions, embeddingModels, hashed } from './scripted-models.ts';

describe.each(['v2', 'v3', 'v4'] as const)('a model of version %s keeps the contract', (version) => {
  for (const { name, run } of embedderConformance({
    create: () => aiSdkEmbedder(embeddingModels({ limit: 5, isParallel: version === 'v3' })[version], { dimensions }),
  }))
    test(name, run);
});

const texts = Array.from({ length: 11 }, (_, i) => `text number ${i}`);

test.each([
  { limit: 4, sizes: [4, 4, 3] },
  { limit: undefined, sizes: [11] },
  { limit: Number.POSITIVE_INFINITY, sizes: [11] },
  { limit: 0, sizes: [11] },
])('a call has as many texts as the model takes: $limit', async ({ limit, sizes }) => {
  const { v2, v4, calls } = embeddingModels({ limit });
  for (const model of [v2, v4]) {
    calls.length = 0;
    const vectors = await aiSdkEmbedder(model, { dimensions }).embedDocuments(texts);
    expect(vectors.length).toBe(texts.length);
    expect(calls.map(({ values }) => values.length)).toEqual(sizes);
  }
});

test.each([
  { isParallel: true, most: 4 },
  { isParallel: false, most: 1 },
])('calls go side by side where the model bears it: $isParallel', async ({ isParallel, most }) => {
  let running = 0;
  let highest = 0;
  const { v3 } = embeddingModels({
    limit: 1,
    isParallel,
    async embed(values) {
      highest = Math.max(highest, ++running);
      // Later texts are done first.
      for (let i = Number(values[0]?.at(-1)); i < 10; i++) await new Promise(setImmediate);
      running--;
      return hashed(values);
    },
  });
  const vectors = await aiSdkEmbedder(v3, { dimensions }).embedDocuments(texts);
  expect(vectors).toEqual(await aiSdkEmbedder(embeddingModels().v3, { dimensions }).embedDocuments(texts));
  expect(highest).toBe(most);
});

test('a provider that refuses as many texts as its model advertises is given fewer', async () => {
  const { v4, calls } = embeddingModels({
    limit: 100,
    embed(values) {
      if (values.length > 3) throw Object.assign(new Error('too many inputs'), { statusCode: 400 });
      return hashed(values);
    },
  });
  const embedder = aiSdkEmbedder(v4, { dimensions });
  expect(await embedder.embedDocuments(texts)).toEqual(
    await aiSdkEmbedder(embeddingModels().v4, { dimensions }).embedDocuments(texts),
  );
  calls.length = 0;
  await embedder.embedDocuments(texts);
  expect(Math.max(...calls.map(({ values }) => values.length))).toBe(3);
});

test.each([Object.assign(new Error('no such model'), { statusCode: 404 }), new Error('connection refused')])(
  'other failures are passed on at once: $message',
  async (failure) => {
    let calls = 0;
    const { v4 } = embeddingModels({
      embed() {
        calls++;
        throw failure;
      },
    });
    await expect(aiSdkEmbedder(v4, { dimensions }).embedDocuments(texts)).rejects.toBe(failure);
    expect(calls).toBe(1);
  },
);

test('a text that no size of call is small enough for fails by itself, and teaches nothing', async () => {
  const failure = Object.assign(new Error('it is malformed'), { statusCode: 400 });
  let isBroken = true;
  const { v4, calls } = embeddingModels({
    embed(values) {
      if (isBroken) throw failure;
      return hashed(values);
    },
  });
  const embedder = aiSdkEmbedder(v4, { dimensions });
  await expect(embedder.embedDocuments(texts)).rejects.toBe(failure);
  isBroken = false;
  calls.length = 0;
  await embedder.embedDocuments(texts);
  expect(calls.map(({ values }) => values.length)).toEqual([11]);
});

test.each<[string, (vectors: number[][]) => number[][]]>([
  ['one vector too few', (vectors) => vectors.slice(1)],
  ['one vector too many', (vectors) => [...vectors, ...vectors.slice(0, 1)]],
  ['no list', () => undefined as never],
  ['other dimensions', (vectors) => vectors.map((vector) => vector.slice(1))],
  ['a value that is no number', (vectors) => vectors.map((vector) => [Number.NaN, ...vector.slice(1)])],
])('%s is caught', async (_, change) => {
  const { v4 } = embeddingModels({ embed: async (values) => change(await hashed(values)) });
  const embedder = aiSdkEmbedder(v4, { dimensions });
  await expect(embedder.embedDocuments(texts)).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
  await expect(embedder.embedQuery('a query')).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
});

test('too few vectors of one call are not made up for by too many of another', async () => {
  let call = 0;
  const { v4 } = embeddingModels({
    limit: 6,
    embed: async (values) => hashed(call++ === 0 ? values.slice(1) : [...values, 'one more']),
  });
  await expect(aiSdkEmbedder(v4, { dimensions }).embedDocuments(texts)).rejects.toMatchObject({
    code: 'CUBO_EMBEDDER_INVALID',
  });
});

test('when a call fails, no more are begun', async () => {
  let call = 0;
  const { v4, calls } = embeddingModels({
    ...{ limit: 1, isParallel: true },
    async embed(values) {
      if (call++ === 0) throw new Error('gone');
      await new Promise(setImmediate);
      return hashed(values);
    },
  });
  await expect(aiSdkEmbedder(v4, { dimensions }).embedDocuments(texts)).rejects.toThrow('gone');
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect(calls).toHaveLength(4);
});

test('prefixes and provider options differ for documents and queries', async () => {
  const { v4, calls } = embeddingModels();
  const embedder = aiSdkEmbedder(v4, {
    ...{ dimensions, documentPrefix: 'passage: ', queryPrefix: 'query: ' },
    documentProviderOptions: { words: { task: 'document' } },
    queryProviderOptions: { words: { task: 'query' } },
  });
  await embedder.embedDocuments(['a lease', ' ']);
  await embedder.embedQuery('a lease');
  expect(calls).toMatchObject([
    { values: ['passage: a lease'], providerOptions: { words: { task: 'document' } } },
    { values: ['query: a lease'], providerOptions: { words: { task: 'query' } } },
  ]);
});

test('the fingerprint names the model and all that changes its vectors', () => {
  const { v2, v4 } = embeddingModels();
  const fingerprint = (model: AiSdkEmbeddingModel, options: Partial<AiSdkEmbedderOptions> = {}) =>
    aiSdkEmbedder(model, { dimensions, ...options }).fingerprint;
  expect(fingerprint(v2)).toBe(fingerprint(v4));
  const all = [
    fingerprint(v2),
    fingerprint({ ...v2, modelId: 'other' }),
    fingerprint({ ...v2, provider: 'other' }),
    fingerprint(v2, { dimensions: 8 }),
    fingerprint(v2, { queryPrefix: 'q' }),
    fingerprint(v2, { documentPrefix: 'q' }),
    fingerprint(v2, { queryProviderOptions: { words: { task: 'q' } } }),
    fingerprint(v2, { documentProviderOptions: { words: { task: 'q' } } }),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('the name of a model is refused, and so is what is no model of a known version', () => {
  const { v2 } = embeddingModels();
  for (const [model, says] of [
    ['openai/text-embedding-3-small', 'gateway'],
    [undefined, 'no such model'],
    [{}, 'no such model'],
    [{ ...v2, doEmbed: 'x' }, 'no such model'],
    [{ ...v2, specificationVersion: 'v1' }, 'interface v1'],
  ] as const) {
    expect(() => aiSdkEmbedder(model as unknown as AiSdkEmbeddingModel, { dimensions })).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringContaining(says) }),
    );
  }
});

test('settings that make no sense are refused', () => {
  for (const options of [
    undefined,
    {},
    { dimensions: 1.5 },
    { dimensions, dimension: 3 },
    { dimensions, queryPrefix: 3 },
    { dimensions, documentPrefix: null },
    { dimensions, queryProviderOptions: 'x' },
    { dimensions, documentProviderOptions: null },
  ]) {
    expect(() => aiSdkEmbedder(embeddingModels().v4, options as never)).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
    );
  }
});
