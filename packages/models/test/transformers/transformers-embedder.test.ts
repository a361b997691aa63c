import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { embedderConformance } from '@cubo/contracts/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TransformersEmbedderOptions, transformersEmbedder } from '../../src/transformers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { meanPooling, type TinySentenceModel, writeTinySentenceModel } from './tiny-sentence-model.ts';

/** The package takes half a gigabyte and is no part of the workspace. */
const packages = process.env.CUBO_ADAPTER_PACKAGES;
const isInstalled = packages !== undefined && existsSync(join(packages, 'node_modules/@huggingface/transformers'));
if (!isInstalled)
  console.info('Tests are skipped: CUBO_ADAPTER_PACKAGES names no folder with @huggingface/transformers.');

function inApplication(folder = packages as string): void {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
}

async function tinyModel(model?: TinySentenceModel, options: Partial<TransformersEmbedderOptions> = {}) {
  const directory = await temporaryFolder();
  await writeTinySentenceModel(directory, model);
  const embedder = await transformersEmbedder({ directory, thread: false, ...options });
  onTestFinished(() => embedder.unload?.());
  return embedder;
}

const vectors = { east: [4, 0], north: [0, 3], lost: [-1, 0], '[CLS]': [0, 0], '[SEP]': [0, 0] };
const east = Float32Array.of(1, 0);
const north = Float32Array.of(0, 1);
const pooled = (config: object) => ({ '1_Pooling/config.json': config });

test('settings that make no sense are refused', async () => {
  const directory = await temporaryFolder();
  await writeTinySentenceModel(directory);
  for (const options of [
    undefined,
    {},
    { directory: '' },
    { directory, folder: directory },
    { directory, dtype: 'constructor' },
    { directory, pooling: 'median' },
    { directory, documentPrefix: 1 },
    { directory, queryPrefix: null },
    { directory, dimensions: 0 },
    { directory, dimensions: 5 },
    { directory, maximumTokens: 1.5 },
    { directory, batch: -1 },
    { directory, thread: 'yes' },
  ]) {
    await expect(transformersEmbedder(options as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
});

test.each(['config.json', 'tokenizer.json', 'onnx/model.onnx'])('a folder without %s is named', async (name) => {
  const directory = await temporaryFolder();
  await writeTinySentenceModel(directory);
  await rm(join(directory, name));
  await expect(transformersEmbedder({ directory })).rejects.toMatchObject({
    code: 'CUBO_PATH_NOT_FOUND',
    path: directory,
    message: expect.stringContaining(name),
  });
});

test('what the folder does not say has to be said', async () => {
  await expect(tinyModel({ files: {} })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining('pooling'),
  });
  const given = await tinyModel({ files: {} }, { pooling: 'mean' });
  expect(given).toMatchObject({ dimensions: 4, id: expect.stringContaining('transformers:cubo-models-') });
  const unknown = tinyModel({
    files: { ...meanPooling, 'config.json': {}, '1_Pooling/config.json': { pooling_mode: 'mean' } },
  });
  await expect(unknown).rejects.toMatchObject({ message: expect.stringContaining('dimensions') });
});

test.each([{ pooling_mode_mean_tokens: true, pooling_mode_max_tokens: true }, { pooling_mode: 'median' }, {}])(
  'pooling that is not known is refused: %j',
  async (config) => {
    await expect(tinyModel({ files: pooled(config) })).rejects.toMatchObject({ code: 'CUBO_MODEL_INVALID' });
  },
);

test('a configuration that is damaged is named', async () => {
  await expect(tinyModel({ files: { 'modules.json': '[' } })).rejects.toMatchObject({
    code: 'CUBO_MODEL_INVALID',
    path: expect.stringContaining('modules.json'),
  });
});

test('the fingerprint is that of the contents and of the settings', async () => {
  const { fingerprint } = await tinyModel();
  expect((await tinyModel()).fingerprint).toBe(fingerprint);
  const others = [
    await tinyModel({ vectors: { east: [1, 2, 3, 4] } }),
    await tinyModel({ files: { ...meanPooling, 'onnx/model.onnx_data': 'weights' } }),
    await tinyModel({ files: pooled({ word_embedding_dimension: 4, pooling_mode_max_tokens: true }) }),
    await tinyModel({}, { pooling: 'last' }),
    await tinyModel({}, { dimensions: 2 }),
    await tinyModel({}, { maximumTokens: 100 }),
    await tinyModel({}, { queryPrefix: 'query: ' }),
    await tinyModel({}, { documentPrefix: 'query: ' }),
  ];
  expect(new Set([fingerprint, ...others.map((other) => other.fingerprint)]).size).toBe(9);
});

test('without the package it is told how to install it', async () => {
  inApplication(await temporaryFolder());
  const embedder = await tinyModel();
  await expect(embedder.embedQuery('east')).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    remedy: 'Install it: npm install @huggingface/transformers.',
  });
  expect(await embedder.embedDocuments([' '])).toEqual([new Float32Array(4)]);
});

describe.skipIf(!isInstalled)('with the package', () => {
  describe.each([true, false])('it keeps the contract, in a thread of its own: %s', (thread) => {
    for (const { name, run } of embedderConformance({
      create: async () => {
        inApplication();
        return await tinyModel({}, { batch: 3, thread });
      },
    }))
      test(name, run);
  });

  test.each<[string, object, number[]]>([
    ['mean', { pooling_mode_mean_tokens: true }, [0.8, 0.6]],
    ['mean', { pooling_mode: 'mean' }, [0.8, 0.6]],
    ['mean over the root of the length', { pooling_mode_mean_sqrt_len_tokens: true }, [0.8, 0.6]],
    ['weighted mean', { pooling_mode_weightedmean_tokens: true }, [8 / Math.hypot(8, 9), 9 / Math.hypot(8, 9)]],
    ['max', { pooling_mode_max_tokens: true }, [0.8, 0.6]],
    ['first', { pooling_mode_cls_token: true }, [0, -1]],
    ['last', { pooling_mode_lasttoken: true }, [-1, 0]],
  ])('pooling of the folder: %s', async (_, config, expected) => {
    inApplication();
    const isEdge = expected.includes(-1);
    const edges = isEdge ? { '[CLS]': [0, -2], '[SEP]': [-2, 0] } : {};
    const embedder = await tinyModel({ vectors: { ...vectors, ...edges }, files: pooled(config) });
    // The other text is longer, so that this one is filled up.
    const [vector] = await embedder.embedDocuments(['east north', 'north north north north north']);
    expect(vector?.map((each) => Math.round(each * 1e6) / 1e6)).toEqual(
      Float32Array.from(expected, (each) => Math.round(each * 1e6) / 1e6),
    );
  });

  test('vectors that the model makes itself', async () => {
    inApplication();
    const outputs = ['last_hidden_state', 'sentence_embedding'];
    const asked = await tinyModel({ vectors, outputs, files: {} }, { pooling: 'model' });
    expect(await asked.embedDocuments(['north east', 'east'])).toEqual([Float32Array.of(0.8, 0.6), east]);
    // Layers behind the pooling are in the model or nowhere.
    const dense = { path: '2_Dense', type: 'sentence_transformers.models.Dense' };
    const files = { ...meanPooling, 'modules.json': [...meanPooling['modules.json'], dense] };
    const found = { ...files, '2_Dense/config.json': { in_features: 4, out_features: 2 } };
    const without = await tinyModel({ vectors, files: found });
    await expect(without.embedDocuments(['north'])).rejects.toMatchObject({
      code: 'CUBO_MODEL_INVALID',
      message: expect.stringContaining('sentence_embedding'),
    });
    const inside = await tinyModel({ vectors, outputs, files: found });
    expect(inside.dimensions).toBe(2);
    expect(await inside.embedDocuments(['north'])).toEqual([north]);
  });

  test('prefixes of the folder, and given ones instead of them', async () => {
    inApplication();
    const prompts = { query: 'east ', document: 'north ' };
    const files = { ...pooled({ pooling_mode_max_tokens: true }), 'config_sentence_transformers.json': { prompts } };
    const embedder = await tinyModel({ vectors, files });
    expect(await embedder.embedDocuments(['lost'])).toEqual([north]);
    expect(await embedder.embedQuery('lost')).toEqual(east);
    const given = await tinyModel({ vectors, files }, { queryPrefix: 'north ' });
    expect(await given.embedQuery('lost')).toEqual(north);
    const usual = { prompts: { usual: 'north ' }, default_prompt_name: 'usual' };
    const byDefault = await tinyModel({ vectors, files: { ...files, 'config_sentence_transformers.json': usual } });
    expect(await byDefault.embedQuery('lost')).toEqual(north);
  });

  test('the first dimensions alone have unit length again', async () => {
    inApplication();
    const options = { dimensions: 2, pooling: 'mean' } as const;
    const embedder = await tinyModel({ vectors: { east: [3, 4, 12, 84] }, files: {} }, options);
    expect(embedder.dimensions).toBe(2);
    expect(await embedder.embedQuery('east')).toEqual(Float32Array.of(0.6, 0.8));
  });

  test('a model of other dimensions than its folder says is refused', async () => {
    inApplication();
    const files = pooled({ word_embedding_dimension: 3, pooling_mode_mean_tokens: true });
    const embedder = await tinyModel({ files });
    await expect(embedder.embedQuery('east')).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
  });

  test('a text that is too long is cut, and ends as all texts do', async () => {
    inApplication();
    const edges = { ...vectors, '[SEP]': [0, 5] };
    const embedder = await tinyModel({ vectors: edges, files: {} }, { pooling: 'last', maximumTokens: 4 });
    const texts = ['east east east east north', 'east', 'east east', 'east east east'];
    expect(await embedder.embedDocuments(texts)).toEqual([north, north, north, north]);
    const mean = await tinyModel({ vectors, files: {} }, { pooling: 'mean', maximumTokens: 4 });
    expect(await mean.embedQuery('east east north')).toEqual(east);
    const byFolder = { 'sentence_bert_config.json': { max_seq_length: 3 } };
    const folder = await tinyModel({ vectors, files: byFolder }, { pooling: 'mean' });
    expect(await folder.embedQuery('east north')).toEqual(east);
  });

  test('floats of 16 bits, in a file of their own', async () => {
    inApplication();
    const model = { vectors, half: true, onnx: 'model_fp16.onnx', files: {} };
    const embedder = await tinyModel(model, { pooling: 'mean', dtype: 'fp16' });
    expect(await embedder.embedDocuments(['north', 'east'])).toEqual([north, east]);
  });

  test('what is broken is an error, and nothing is fetched', async () => {
    inApplication();
    const { env } = createRequire(join(packages as string, 'package.json'))('@huggingface/transformers');
    const fetch = vi.fn(async () => expect.fail('it was fetched'));
    const before = env.fetch;
    env.fetch = fetch;
    onTestFinished(() => {
      env.fetch = before;
    });
    for (const [name, content] of [
      ['onnx/model.onnx', 'no model'],
      ['tokenizer.json', '{}'],
      ['tokenizer_config.json', undefined],
      [
        'config.json',
        '{"model_type":"bert","hidden_size":4,"transformers.js_config":{"use_external_data_format":true}}',
      ],
    ] as const) {
      const directory = await temporaryFolder();
      await writeTinySentenceModel(directory);
      await mkdir(join(directory, 'onnx'), { recursive: true });
      if (content === undefined) await rm(join(directory, name));
      else await writeFile(join(directory, name), content);
      const embedder = await transformersEmbedder({ directory, thread: false });
      await expect(embedder.embedQuery('east')).rejects.toMatchObject({ code: 'CUBO_MODEL_INVALID', path: directory });
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});
