export { createAnalyzer } from './analysis/index.ts';
export { type AnswerEvidence, answerConfidence, answerEvidence, leastAnswerConfidence } from './confidence/index.ts';
export { type CandidateGroups, createCandidateGroups } from './duplicates/candidate-groups.ts';
export { estimatedSimilarity, minHash } from './duplicates/min-hash.ts';
export {
  type AgreementFusionOptions,
  agreementFusion,
  type ConvexFusionOptions,
  convexFusion,
  type ReciprocalRankFusionOptions,
  reciprocalRankFusion,
} from './fusion/index.ts';
export {
  type Bm25Parameters,
  type LexicalIndexOptions,
  lexicalIndexFormat,
  openLexicalIndex,
} from './lexical/index.ts';
export { type ParsedQuery, parseQuery } from './query/parse-query.ts';
export { type DenseSide, type RetrieveOptions, retrieve } from './query/retrieve.ts';
