export { createAnalyzer } from './analysis/index.ts';
export { type AnswerEvidence, answerConfidence, answerEvidence, leastAnswerConfidence } from './confidence/index.ts';
export { type Content, contentSimilarity } from './diversity/content-similarity.ts';
export {
  type DiverseHit,
  type MarginalRelevanceOptions,
  maximalMarginalRelevance,
} from './diversity/maximal-marginal-relevance.ts';
export { type CandidateGroups, createCandidateGroups } from './duplicates/candidate-groups.ts';
export { estimatedSimilarity, minHash } from './duplicates/min-hash.ts';
export { type FeedbackRequest, feedbackTerms } from './feedback/feedback-terms.ts';
export {
  type AgreementFusionOptions,
  agreementFusion,
  type ConvexFusionOptions,
  convexFusion,
  createFuser,
  type FuserSpecification,
  fuserSpecification,
  type ReciprocalRankFusionOptions,
  reciprocalRankFusion,
} from './fusion/index.ts';
export {
  type Bm25Parameters,
  type FieldWeights,
  type LexicalIndexOptions,
  lexicalIndexFormat,
  openLexicalIndex,
} from './lexical/index.ts';
export { allowedChunks } from './query/allowed-chunks.ts';
export { type ExplainedTerms, explainTerms } from './query/explain-terms.ts';
export { type ParsedQuery, parseQuery, plainQuery } from './query/parse-query.ts';
export { type DenseSide, type RetrieveOptions, retrieve } from './query/retrieve.ts';
export { createStopwatch, type Stopwatch } from './query/stopwatch.ts';
export { type ProximityRerankerOptions, proximityReranker } from './reranking/proximity-reranker.ts';
