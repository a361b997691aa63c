export { ndcg } from './ndcg.ts';
export { type JudgedRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
export { recall } from './recall.ts';
export { reciprocalRank } from './reciprocal-rank.ts';
export type { Relevance } from './relevance.ts';
