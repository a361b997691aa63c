import { appendFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embedderConformance } from '@cubo/contracts/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Model2vecOptions, model2vecEmbedder } from '../../src/model2vec.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dimensions, type TinyStaticModel, wordTokenizer, writeTinyStaticModel } from './tiny-static-model.ts';

async function tinyModel(model?: TinyStaticModel, options: Partial<Model2vecOptions> = {}) {
  const directory = await temporaryFolder();
  await writeTinyStaticModel(directory, model);
  const embedder = await model2vecEmbedder({ directory, thread: false, ...options });
  onTestFinished(() => embedder.unload?.());
  return embedder;
}

/** Three words, each with a direction of its own. */
const plain: TinyStaticModel = {
  words: ['east', 'north', 'west'],
  vectorOf: (word) => ({ east: [4, 0], north: [0, 3], west: [-4, 0] })[word] ?? [7, 7],
};

describe.each([true, false])('model2vecEmbedder keeps the contract, in a thread of its own: %s', (thread) => {
  for (const { name, run } of embedderConformance({ create: () => tinyModel({}, { thread }) })) test(name, run);
});

test('a vector is the mean of those of the known tokens, at unit length', async () => {
  const embedder = await tinyModel(plain);
  const texts = ['East', 'north  NORTH', 'east north', 'east qqq east', 'east west', 'qqq', '', ' \n'];
  const vectors = await embedder.embedDocuments(texts);
  expect(vectors.map((vector) => [...vector])).toEqual(
    [
      [1, 0],
      [0, 1],
      [0.8, 0.6],
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ].map((vector) => vector.map(Math.fround)),
  );
  expect(await embedder.embedQuery('east north')).toEqual(vectors[2]);
});

test.each(['F64', 'F32', 'F16', 'I8'] as const)('vectors of type %s are read', async (type) => {
  const text = 'the tenant gives notice to the landlord';
  const [expected] = await (await tinyModel()).embedDocuments([text]);
  const embedder = await tinyModel({ type });
  expect(await embedder.embedDocuments([text])).toEqual([expected]);
  expect(embedder.dimensions).toBe(dimensions);
});

test.each([
  { tensor: 'embedding.weight' },
  { tensor: '0' },
  { tensor: 'embedding.weight', place: '0_StaticEmbedding' },
])('the layout %j is read', async (layout) => {
  const embedder = await tinyModel({ ...plain, ...layout });
  expect(await embedder.embedDocuments(['north'])).toEqual([Float32Array.of(0, 1)]);
});

test('a quantized vocabulary has its mapping and its weights', async () => {
  const directory = await temporaryFolder();
  const words = ['[UNK]', 'east', 'eastern', 'north'];
  await writeTinyStaticModel(directory, {
    vectorOf: () => [0],
    tokenizer: wordTokenizer(words),
    others: {
      embeddings: { type: 'F32', shape: [2, 2], values: Float32Array.of(0, 1, 1, 0) },
      mapping: { type: 'I32', shape: [4], values: Int32Array.of(0, 1, 1, 0) },
      weights: { type: 'F64', shape: [4], values: Float64Array.of(9, 4, 1, 3) },
    },
  });
  const embedder = await model2vecEmbedder({ directory, thread: false });
  const [eastNorth, eastern] = await embedder.embedDocuments(['east north', 'eastern']);
  expect(eastNorth).toEqual(Float32Array.of(0.8, 0.6));
  expect(eastern).toEqual(Float32Array.of(1, 0));
});

test('a vocabulary may leave numbers out', async () => {
  const { model, ...rest } = wordTokenizer([]) as { model: object };
  const vocab = { '[UNK]': 1, east: 2, west: 4 };
  const embedder = await tinyModel({ ...plain, tokenizer: { ...rest, model: { ...model, vocab } } });
  expect(await embedder.embedDocuments(['east', 'west', 'north'])).toEqual([
    Float32Array.of(1, 0),
    Float32Array.of(-1, 0),
    Float32Array.of(0, 0),
  ]);
});

test('what counts of a long text is its first tokens, and of these the known ones', async () => {
  const one = await tinyModel(plain, { maximumTokens: 1 });
  expect(await one.embedDocuments(['east north'])).toEqual([Float32Array.of(1, 0)]);
  // Words of the vocabulary have some letters each: what is far beyond them is not even looked at.
  expect(await one.embedDocuments([`${'q'.repeat(200)} east`])).toEqual([Float32Array.of(0, 0)]);
  const all = await tinyModel(plain, { maximumTokens: Number.POSITIVE_INFINITY });
  expect(await all.embedDocuments([`${'q '.repeat(9000)} east`])).toEqual([Float32Array.of(1, 0)]);
  const emoji = await tinyModel({ ...plain, words: ['😀😀', 'east'] }, { maximumTokens: 1 });
  expect(await emoji.embedDocuments(['😀'.repeat(50)])).toEqual([Float32Array.of(0, 0)]);
});

test('the first dimensions can be taken alone', async () => {
  const embedder = await tinyModel({ vectorOf: (word) => [word.length, 1, 5] }, { dimensions: 2 });
  expect(embedder.dimensions).toBe(2);
  const [vector] = await embedder.embedDocuments(['the']);
  expect(vector).toEqual(Float32Array.of(3 / Math.sqrt(10), 1 / Math.sqrt(10)));
});

test('the fingerprint is that of the contents and of the settings', async () => {
  const { fingerprint } = await tinyModel(plain);
  expect((await tinyModel(plain)).fingerprint).toBe(fingerprint);
  const others = [
    await tinyModel({ ...plain, vectorOf: (word) => (word === 'west' ? [-4, 1] : [1, 0]) }),
    await tinyModel({ ...plain, words: ['east', 'west', 'north'] }),
    await tinyModel(plain, { dimensions: 1 }),
    await tinyModel(plain, { maximumTokens: 8 }),
  ];
  expect(new Set([fingerprint, ...others.map((other) => other.fingerprint)]).size).toBe(5);
});

test('a folder that came to hold another model is refused, one that was only touched is not', async () => {
  const directory = await temporaryFolder();
  await writeTinyStaticModel(directory, plain);
  const embedder = await model2vecEmbedder({ directory });
  await utimes(join(directory, 'model.safetensors'), 1, 1);
  expect(await embedder.embedDocuments(['north'])).toEqual([Float32Array.of(0, 1)]);
  await embedder.unload?.();
  await writeTinyStaticModel(directory, { ...plain, vectorOf: () => [1, 1] });
  await expect(embedder.embedDocuments(['north'])).rejects.toMatchObject({
    code: 'CUBO_MODEL_INVALID',
    message: expect.stringContaining('another model'),
  });
});

describe('what is missing or damaged is named', () => {
  async function damaged(damage: (directory: string) => Promise<unknown>, model?: TinyStaticModel) {
    const directory = await temporaryFolder();
    await writeTinyStaticModel(directory, model);
    await damage(directory);
    const embedded = (async () => (await model2vecEmbedder({ directory, thread: false })).embedDocuments(['east']))();
    return await embedded.then(
      () => expect.fail('it was taken'),
      (error: unknown) => error,
    );
  }
  const nothing = async () => {};

  test.each(['model.safetensors', 'tokenizer.json'])('%s is missing', async (name) => {
    const error = await damaged((directory) => rm(join(directory, name)));
    expect(error).toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', message: expect.stringContaining(name) });
  });

  test('no folder', async () => {
    const failure = model2vecEmbedder({ directory: '/nowhere' });
    await expect(failure).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', path: '/nowhere' });
  });

  test.each<[string, (directory: string) => Promise<unknown>]>([
    ['an empty file', (directory) => truncate(join(directory, 'model.safetensors'), 0)],
    ['half a header', (directory) => truncate(join(directory, 'model.safetensors'), 40)],
    ['half the values', (directory) => truncate(join(directory, 'model.safetensors'), 400)],
    ['no safetensors', (directory) => writeFile(join(directory, 'model.safetensors'), 'no model, but a text')],
    ['a header that is no JSON', (directory) => writeFile(join(directory, 'model.safetensors'), '\x01\0\0\0\0\0\0\0{')],
    ['a tokenizer that is no JSON', (directory) => appendFile(join(directory, 'tokenizer.json'), '}')],
    ['a tokenizer without its model', (directory) => writeFile(join(directory, 'tokenizer.json'), '{}')],
    ['a tokenizer that is a number', (directory) => writeFile(join(directory, 'tokenizer.json'), '1')],
  ])('%s', async (_, damage) => {
    expect(await damaged(damage)).toMatchObject({ code: 'CUBO_MODEL_INVALID' });
  });

  const integers = (type: string, ...values: number[]) => ({
    type,
    shape: [values.length],
    values: type === 'I32' ? Int32Array.from(values) : Float32Array.from(values),
  });
  test.each<[string, TinyStaticModel]>([
    ['a model of another kind', { tensor: 'encoder.layer.0.weight' }],
    ['vectors of a type that is not read', { type: 'BF16' }],
    ['more tokens than vectors', { tokenizer: wordTokenizer(Array.from({ length: 500 }, (_, i) => `word${i}`)) }],
    ['a mapping beyond the vectors', { others: { mapping: integers('I32', 0, 5000) } }],
    ['a mapping of floats', { others: { mapping: integers('F32', 0, 1) } }],
    ['too few weights', { others: { weights: integers('F32', 1, 1) } }],
    ['weights of integers', { others: { weights: integers('I32', 1, 1) } }],
  ])('%s', async (_, model) => {
    expect(await damaged(nothing, model)).toMatchObject({ code: 'CUBO_MODEL_INVALID' });
  });
});

test('settings that make no sense are refused', async () => {
  const directory = await temporaryFolder();
  await writeTinyStaticModel(directory);
  for (const options of [
    undefined,
    {},
    { directory: '' },
    { directory, folder: directory },
    { directory, dimensions: 0 },
    { directory, dimensions: dimensions + 1 },
    { directory, maximumTokens: 1.5 },
    { directory, thread: 1 },
  ]) {
    await expect(model2vecEmbedder(options as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
});

test('vectors of 32-bit floats are added up in 32 bits, as NumPy does', async () => {
  const embedder = await tinyModel({ ...plain, vectorOf: () => [0.1, 0.7] });
  const [vector] = await embedder.embedDocuments(['east '.repeat(512)]);
  // numpy.tile(numpy.float32([0.1, 0.7]), (512, 1)).mean(axis=0), over its norm; without rounding it is 0.14142136.
  expect(vector?.[0]).toBeCloseTo(0.1414203942, 7);
});
