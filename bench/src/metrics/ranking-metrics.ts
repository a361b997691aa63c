import { ndcg } from './ndcg.ts';
import { recall } from './recall.ts';
import { reciprocalRank } from './reciprocal-rank.ts';
import type { Relevance } from './relevance.ts';

/** Means over queries, each 0 to 1. */
export interface RankingMetrics {
  readonly ndcg10: number;
  readonly recall10: number;
  readonly recall100: number;
  readonly mrr10: number;
}

/** A query's result and what was wanted. */
export interface JudgedRanking {
  /** Document ids, best first, without repetition; a hundred of them for `recall100` to mean what it says. */
  readonly ranking: readonly string[];
  /** Holds at least one relevant document. */
  readonly relevance: Relevance;
}

/** Measures the rankings of many queries. */
export function rankingMetrics(judged: readonly JudgedRanking[]): RankingMetrics {
  const mean = (measure: (query: JudgedRanking) => number) =>
    judged.reduce((sum, query) => sum + measure(query), 0) / Math.max(1, judged.length);
  return {
    ndcg10: mean(({ ranking, relevance }) => ndcg(ranking, relevance, 10)),
    recall10: mean(({ ranking, relevance }) => recall(ranking, relevance, 10)),
    recall100: mean(({ ranking, relevance }) => recall(ranking, relevance, 100)),
    mrr10: mean(({ ranking, relevance }) => reciprocalRank(ranking, relevance, 10)),
  };
}
