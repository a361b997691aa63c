import type { Hit, SearchedTerm } from '@cubo/contracts';

/** What the lexical list of a query says of whether it can be answered; free of the scale of any index or fuser. */
export interface AnswerEvidence {
  /**
   * The share of the query, its words as heavy as they are rare, that the best hit has: its BM25 score divided by the
   * most that any text could have. 0 to 1.
   */
  readonly share: number;
  /** How much of that the tenth hit has not: how far the best ones stand out. 0 to 1. */
  readonly lead: number;
}

/** With which hit the best one is compared. */
const comparedRank = 10;

/**
 * Reads the evidence out of what the sparse index gave.
 *
 * @param terms the terms of the query: `searchedTerms` of the index
 * @param hits its hits for the query, best first, with its own scores: at least ten, if there are
 */
export function answerEvidence(terms: readonly SearchedTerm[], hits: readonly Hit[]): AnswerEvidence {
  const most = terms.reduce(
    (sum, term) => sum + term.frequency * (term.weight ?? 1) * term.inverseDocumentFrequency,
    0,
  );
  const shareOf = (hit: Hit | undefined) => (hit && most > 0 ? Math.min(1, Math.max(0, hit.score / most)) : 0);
  const share = shareOf(hits[0]);
  return { share, lead: Math.max(0, share - shareOf(hits[comparedRank - 1])) };
}
