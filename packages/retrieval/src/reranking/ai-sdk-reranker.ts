import { CuboError, compareHits, type Reranker } from '@cubo/contracts';

/** What {@link aiSdkReranker} needs of a `RerankingModel` of the AI SDK (specification 3 or 4). */
export interface AiSdkRerankingModel {
  /** Who runs it: `cohere.reranking`. */
  readonly provider: string;
  readonly modelId: string;
  /** Scores texts for a query; `index` counts from 0. */
  doRerank(options: {
    documents: { type: 'text'; values: string[] };
    query: string;
    topN?: number;
    abortSignal?: AbortSignal;
  }): PromiseLike<{
    readonly ranking: readonly { readonly index: number; readonly relevanceScore: number }[];
  }>;
}

/**
 * Reranks by a `RerankingModel` of the AI SDK, as in `aiSdkReranker(cohere.reranking('rerank-v3.5'))`. Query and passages
 * go wherever that model is: to a provider's servers, unless it runs on this computer. Cubo neither opens nor counts its
 * connections.
 *
 * A model's name alone is refused: the AI SDK would send it to its gateway.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; a reranking `CUBO_RERANKER_FAILED`
 */
export function aiSdkReranker(model: AiSdkRerankingModel): Reranker {
  assertModel(model);
  const id = `${model.provider}:${model.modelId}`;
  return {
    id,
    async rerank(query, candidates, { signal } = {}) {
      signal?.throwIfAborted();
      if (candidates.length === 0) return [];
      const { ranking } = await model.doRerank({
        query,
        documents: { type: 'text', values: candidates.map(({ text }) => text) },
        ...(signal && { abortSignal: signal }),
      });
      signal?.throwIfAborted();
      const scores = new Map<number, number>();
      for (const { index, relevanceScore } of ranking) {
        const candidate = candidates[index];
        if (candidate === undefined || !Number.isFinite(relevanceScore)) {
          throw rankingInvalid(id, index, relevanceScore, candidates.length);
        }
        scores.set(candidate.id, relevanceScore);
      }
      return [...scores].map(([candidate, score]) => ({ id: candidate, score })).sort(compareHits);
    },
  };
}

function assertModel(model: unknown): asserts model is AiSdkRerankingModel {
  const { provider, modelId, doRerank } = (model ?? {}) as Partial<Record<keyof AiSdkRerankingModel, unknown>>;
  if (typeof provider === 'string' && typeof modelId === 'string' && typeof doRerank === 'function') return;
  const given = typeof model === 'string' ? `the name ${JSON.stringify(model)}` : 'no reranking model of the AI SDK';
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `aiSdkReranker() was given ${given}.`,
    remedy: "Pass what the provider's package makes, as in cohere.reranking('rerank-v3.5').",
  });
}

function rankingInvalid(id: string, index: number, score: number, count: number): CuboError {
  return new CuboError({
    code: 'CUBO_RERANKER_FAILED',
    message: `The reranker ${id} gave text ${index} of ${count} the score ${score}.`,
    remedy: 'Check the model and its provider package, or search without it.',
  });
}
