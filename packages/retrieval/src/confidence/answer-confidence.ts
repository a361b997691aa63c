import type { AnswerEvidence } from './answer-evidence.ts';

/*
 * A logistic model, fitted on the training questions of SciFact in the library of its 5 183 abstracts. Answerable: 809
 * questions, of which 651 have a relevant abstract among the first seven hits of the hybrid search; those are the
 * positive ones. Unanswerable by construction: the same questions without their relevant abstracts (809), and asked of
 * six other libraries (315). Answerable questions weigh as much as the others together.
 */
const weights = { share: 4.2, lead: 5.9, bias: -5.2 } as const;

/**
 * The probability that a passage which answers the query stands among the first seven, 0 to 1, if every other question
 * can be answered from the library at all.
 *
 * It judges by words: whether the best hit has those of the query that are rare, and has more of them than the tenth.
 * So it knows nothing of an answer that shares no word with the question, one in another language for instance.
 */
export function answerConfidence({ share, lead }: AnswerEvidence): number {
  const logit = weights.share * Math.sqrt(share) + weights.lead * Math.sqrt(lead) + weights.bias;
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Below this confidence the documents hardly hold an answer: of the training questions that had one among the first
 * seven hits 0.2 % are below it, of those asked of the wrong library 77 %.
 */
export const leastAnswerConfidence = 0.1;
