export { areaUnderCurve } from './area-under-curve.ts';
export type { CharacterRange } from './character-ranges.ts';
export { ndcg } from './ndcg.ts';
export { type PairedDifference, randomizationTest } from './randomization-test.ts';
export { type JudgedRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
export { recall } from './recall.ts';
export { reciprocalRank } from './reciprocal-rank.ts';
export type { Relevance } from './relevance.ts';
export { type JudgedPassages, type SpanMetrics, spanMetrics } from './span-metrics.ts';
