import { rerankerConformance } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type AiSdkRerankingModel, aiSdkReranker } from '../../src/ai-sdk.ts';

/** The interface of `@ai-sdk/provider` 4, as far as a caller sees it. */
interface RerankingModelV4 {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  doRerank(options: {
    documents: { type: 'text'; values: string[] } | { type: 'object'; values: Record<string, never>[] };
    query: string;
    topN?: number;
    abortSignal?: AbortSignal;
    providerOptions?: Record<string, Record<string, never>>;
    headers?: Record<string, string | undefined>;
  }): PromiseLike<{
    ranking: Array<{ index: number; relevanceScore: number }>;
    warnings?: Array<{ type: 'other'; message: string }>;
    response?: { id?: string; timestamp?: Date; modelId?: string };
  }>;
}

/** Scores texts by the words of the query that they have, best first, as the interface promises. */
function fakeModel(change: Partial<RerankingModelV4> = {}): RerankingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'fake.reranking',
    modelId: 'words',
    async doRerank({ documents, query, topN, abortSignal }) {
      abortSignal?.throwIfAborted();
      if (documents.type !== 'text') throw new Error('no texts');
      const words = query.toLowerCase().match(/\w+/g) ?? [];
      const ranking = documents.values
        .map((text, index) => ({
          index,
          relevanceScore: words.filter((word) => text.toLowerCase().includes(word)).length / (words.length || 1),
        }))
        .sort((a, b) => b.relevanceScore - a.relevanceScore)
        .slice(0, topN);
      return { ranking, warnings: [] };
    },
    ...change,
  };
}

describe('aiSdkReranker keeps the contract', () => {
  for (const { name, run } of rerankerConformance({ create: () => aiSdkReranker(fakeModel()) })) test(name, run);
});

const candidates = [
  { id: 30, score: 3, text: 'The harbour' },
  { id: 10, score: 2, text: 'A notice of the tenant' },
  { id: 20, score: 1, text: 'A notice' },
];

test('texts are scored by the model, and those it leaves out are left out', async () => {
  const reranker = aiSdkReranker(fakeModel());
  expect(reranker.id).toBe('fake.reranking:words');
  expect(await reranker.rerank('tenant notice', candidates)).toEqual([
    { id: 10, score: 1 },
    { id: 20, score: 0.5 },
    { id: 30, score: 0 },
  ]);
  const one = aiSdkReranker(fakeModel({ doRerank: async () => ({ ranking: [{ index: 2, relevanceScore: 0.3 }] }) }));
  expect(await one.rerank('x', candidates)).toEqual([{ id: 20, score: 0.3 }]);
});

test.each([
  { index: 3, relevanceScore: 1 },
  { index: -1, relevanceScore: 1 },
  { index: 0.5, relevanceScore: 1 },
  { index: 0, relevanceScore: Number.NaN },
])('the ranking %j is refused', async (entry) => {
  const reranker = aiSdkReranker(fakeModel({ doRerank: async () => ({ ranking: [entry] }) }));
  await expect(reranker.rerank('x', candidates)).rejects.toMatchObject({ code: 'CUBO_RERANKER_FAILED' });
});

test('the name of a model is refused, and so is what is no model', () => {
  for (const model of ['cohere/rerank-v3.5', undefined, {}, { ...fakeModel(), doRerank: 'x' }]) {
    expect(() => aiSdkReranker(model as unknown as AiSdkRerankingModel)).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
    );
  }
});
