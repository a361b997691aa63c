import { CuboError, type Hit, isCuboError, type RerankCandidate, type Reranker } from '@cubo/contracts';
import { failureReason } from '../errors/failure-reason.ts';
import { errorWithoutTexts, withoutTexts } from '../errors/without-texts.ts';

/**
 * The order that a reranker gives. However it fails, that is `CUBO_RERANKER_FAILED`; the code of its own `CuboError`s, and
 * an abort of the signal, stay what they are.
 */
export async function rerankChecked(
  reranker: Reranker,
  query: string,
  candidates: readonly RerankCandidate[],
  signal: AbortSignal | undefined,
): Promise<Hit[]> {
  try {
    const order = await reranker.rerank(query, candidates, { signal });
    if (!order.every(({ id, score }) => Number.isInteger(id) && Number.isFinite(score)))
      throw new Error('it gave a score that is not finite');
    return order;
  } catch (cause) {
    signal?.throwIfAborted();
    const texts = [query, ...candidates.map(({ text }) => text)];
    if (isCuboError(cause)) throw errorWithoutTexts(cause, texts);
    throw rerankerFailed(reranker, withoutTexts(failureReason(cause), texts), cause);
  }
}

function rerankerFailed(reranker: Reranker, reason: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_RERANKER_FAILED',
    message: `The reranker ${reranker.id} failed: ${reason}.`,
    remedy: 'Check that its model is available, or open the library without a reranker.',
    cause,
  });
}
