import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rerankerConformance } from '@cubo/contracts/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { crossEncoderReranker } from '../../src/transformers.ts';
import { writeTinyCrossEncoder } from './tiny-cross-encoder.ts';

/** The package takes half a gigabyte and is no part of the workspace. */
const packages = process.env.CUBO_ADAPTER_PACKAGES;
const isInstalled = packages !== undefined && existsSync(join(packages, 'node_modules/@huggingface/transformers'));
if (!isInstalled)
  console.info('Tests are skipped: CUBO_ADAPTER_PACKAGES names no folder with @huggingface/transformers.');

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cubo-cross-encoder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function inApplication(folder: string): void {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
}

const candidates = [
  { id: 1, score: 3, text: 'The lantern of the harbour' },
  { id: 2, score: 2, text: 'The tenant gives notice' },
  { id: 3, score: 1, text: 'A lease' },
];

test('settings that make no sense are refused', () => {
  for (const options of [undefined, {}, { folder: '' }, { folder: 'x', batch: 0 }, { folder: 'x', maximumTokens: 1.5 }])
    expect(() => crossEncoderReranker(options as never)).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
    );
});

test('a folder without a model is named, before anything is loaded', async () => {
  const folder = await temporaryFolder();
  const reranker = crossEncoderReranker({ folder });
  for (const failure of [reranker.load(), reranker.rerank('x', candidates)])
    await expect(failure).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', path: folder });
});

test('without the package it is told how to install it', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'config.json'), '{}');
  inApplication(folder);
  const reranker = crossEncoderReranker({ folder });
  await expect(reranker.rerank('x', candidates)).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    remedy: 'Install it: npm install @huggingface/transformers.',
  });
  expect(await reranker.rerank('x', [])).toEqual([]);
  await reranker.unload();
});

describe.skipIf(!isInstalled)('with the package', () => {
  for (const { name, run } of rerankerConformance({
    create: async () => {
      const folder = await temporaryFolder();
      inApplication(packages as string);
      await writeTinyCrossEncoder(folder);
      const reranker = crossEncoderReranker({ folder, batch: 2 });
      onTestFinished(() => reranker.unload());
      return reranker;
    },
  }))
    test(name, run);

  test.each([1, 2] as const)('a model of %i labels scores pairs of query and passage', async (labels) => {
    const folder = await temporaryFolder();
    inApplication(packages as string);
    await writeTinyCrossEncoder(folder, labels);
    const reranker = crossEncoderReranker({ folder, batch: 2 });
    const hits = await reranker.rerank('lantern', candidates);
    // [CLS] lantern [SEP] … [SEP] is 12, and every word that is not known 1.
    expect(hits).toEqual([
      { id: 2, score: 12 + 1 + 600 + 1 + 700 },
      { id: 3, score: 12 + 1 + 500 },
      { id: 1, score: 12 + 1 + 4 + 1 + 1 + 5 },
    ]);
    await reranker.unload();
    await reranker.load();
    expect(await reranker.rerank('lantern', candidates)).toEqual(hits);
    await reranker.unload();
  });

  test('what is missing or broken is an error, and nothing is fetched', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('fetched'));
    onTestFinished(() => fetch.mockRestore());
    inApplication(packages as string);
    for (const [name, content] of [
      ['onnx/model.onnx', undefined],
      ['onnx/model.onnx', 'no model'],
      ['tokenizer.json', undefined],
      ['config.json', 'no json'],
    ] as const) {
      const folder = await temporaryFolder();
      await writeTinyCrossEncoder(folder);
      if (content === undefined) await rm(join(folder, name));
      else await writeFile(join(folder, name), content);
      const failure = crossEncoderReranker({ folder }).rerank('x', candidates);
      await expect(failure).rejects.toMatchObject({ code: 'CUBO_RERANKER_FAILED', path: folder });
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});
