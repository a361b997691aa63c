import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AiSdkRerankingModel } from '../../src/ai-sdk.ts';

const folder = await mkdtemp(join(tmpdir(), 'cubo-rerankers-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const model: AiSdkRerankingModel = {
  provider: 'fake.reranking',
  modelId: 'first',
  doRerank: async () => ({ ranking: [{ index: 0, relevanceScore: 1 }] }),
};

// #region cross-encoder
import { crossEncoderReranker } from '@cubo/retrieval/transformers';

const crossEncoder = crossEncoderReranker({ folder, dtype: 'q8' }); // `createCubo({ …, reranker: crossEncoder })`

// #endregion

// #region ai-sdk
import { aiSdkReranker } from '@cubo/retrieval/ai-sdk';

const remote = aiSdkReranker(model); // model = cohere.reranking('rerank-v3.5'), say
// #endregion

test('rerankers of other libraries are made as the guide shows', async () => {
  expect(crossEncoder.id).toBe(`cross-encoder:${folder}`);
  await expect(crossEncoder.rerank('x', [{ id: 1, score: 1, text: 'x' }])).rejects.toMatchObject({
    code: 'CUBO_PATH_NOT_FOUND',
  });
  expect(await remote.rerank('x', [{ id: 1, score: 5, text: 'x' }])).toEqual([{ id: 1, score: 1 }]);
});
