import { describeThrown, isCuboError, type SearchFailure } from '@cubo/contracts';

const codes = { dense: 'CUBO_EMBEDDER_FAILED', reranker: 'CUBO_RERANKER_FAILED' } as const;

/** What is told of a part that a search was made without. */
export function searchFailure(part: SearchFailure['part'], error: unknown): SearchFailure {
  return { part, code: isCuboError(error) ? error.code : codes[part], message: describeThrown(error) };
}
