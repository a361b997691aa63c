import type { Hit, SearchedTerm } from '@cubo/contracts';

/** What the lists of a query say of whether it can be answered at all; free of the scale of any index or fuser. */
export interface AnswerEvidence {
  /**
   * The share of the query, its words as heavy as they are rare, that the best lexical hit has: its BM25 score divided by
   * the most that any text could have. 0 to 1.
   */
  readonly lexicalShare: number;
  /** How much of that the tenth hit has not: how far the best ones stand out. 0 to 1. */
  readonly lexicalLead: number;
  /** The share of the ten best lexical hits that are among the ten best dense ones; `undefined` without vectors. */
  readonly agreement: number | undefined;
}

/** What {@link answerEvidence} is computed from. */
export interface EvidenceSources {
  /** The terms of the query: `searchedTerms` of the sparse index. */
  readonly terms: readonly SearchedTerm[];
  /** Hits of the sparse index, best first, with its scores: at least ten, if there are. */
  readonly sparse: readonly Hit[];
  /** Hits of the vector tier, best first: at least ten, if there are. */
  readonly dense?: readonly Hit[] | undefined;
}

/** Hits that are compared. */
const depth = 10;

/** Reads the evidence out of the lists of a query. */
export function answerEvidence({ terms, sparse, dense }: EvidenceSources): AnswerEvidence {
  const most = terms.reduce(
    (sum, { frequency, inverseDocumentFrequency }) => sum + frequency * inverseDocumentFrequency,
    0,
  );
  const share = (hit: Hit | undefined) => (hit && most > 0 ? Math.min(1, Math.max(0, hit.score / most)) : 0);
  const lexicalShare = share(sparse[0]);
  return {
    lexicalShare,
    lexicalLead: Math.max(0, lexicalShare - share(sparse[depth - 1])),
    agreement: dense && sharedHits(sparse.slice(0, depth), dense.slice(0, depth)) / depth,
  };
}

function sharedHits(first: readonly Hit[], second: readonly Hit[]): number {
  const ids = new Set(second.map(({ id }) => id));
  return first.filter(({ id }) => ids.has(id)).length;
}
