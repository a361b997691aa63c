import { CuboError } from '@cubo/contracts';
import { type Cubo, type Embedder, recursiveChunker } from '@cubo/core';
import type { Dataset, JudgedQuery } from '../datasets/index.ts';
import {
  type JudgedRanking,
  ndcg,
  type PairedDifference,
  type RankingMetrics,
  randomizationTest,
  rankingMetrics,
  type SpanMetrics,
} from '../metrics/index.ts';
import { evaluateSpans } from './evaluate-spans.ts';
import { forEachSide, type Side, type SingleList, sides } from './sides.ts';
import { idOf, withLibrary } from './with-library.ts';

/** How well the library ranks one set. */
export interface SetEvaluation extends Readonly<Record<Side, RankingMetrics>> {
  /** What hybrid search gains over each list alone: nDCG@10, query by query. */
  readonly gains: Readonly<Record<SingleList, PairedDifference>>;
  /** Which of the two lists is the better one, by nDCG@10. */
  readonly better: SingleList;
  /** How well the first five passages cover what answers, in sets that say so to the character. */
  readonly spans?: Readonly<Record<Side, SpanMetrics>>;
  /** Documents that can be found. */
  readonly documents: number;
  /** Documents of the set that hold no text. */
  readonly skipped: number;
  /** Queries measured. */
  readonly queries: number;
  readonly seconds: { readonly ingest: number; readonly search: number };
}

/** What an evaluation may use in place of the defaults. */
export interface EvaluationOptions {
  /** Default: the latent one. */
  readonly embedder?: Embedder | undefined;
  /** Told what is going on, for people. */
  report(progress: string): void;
}

/** Chunks asked for, enough for Recall@100. */
const limit = 100;

/**
 * Builds a library of a set's documents in a temporary folder, a chunk for each document, and searches it for every
 * query, with the defaults that users get.
 */
export async function evaluateSet(dataset: Dataset, options: EvaluationOptions): Promise<SetEvaluation> {
  const queries = await dataset.queries();
  if (queries.length === 0) {
    throw new CuboError({
      code: 'CUBO_FORMAT_INVALID',
      message: `No query of the set "${dataset.name}" has a relevant document.`,
      remedy: 'Check that the ids in queries.jsonl and qrels.tsv are the same, or leave the set out with --sets.',
    });
  }
  const { embedder, report } = options;
  report(`${dataset.name}: building the library`);
  const chunker = recursiveChunker({ maximumCharacters: Number.POSITIVE_INFINITY, overlapCharacters: 0 });
  const evaluation = await withLibrary(dataset, { chunker, embedder }, async ({ cubo, ...library }) => {
    const { documents, skipped, seconds } = library;
    report(`${dataset.name}: ${documents} documents, searching for ${queries.length} queries`);
    const started = performance.now();
    const rankings = await forEachSide((side) => rank(cubo, queries, side));
    const search = (performance.now() - started) / 1000;
    return { ...compare(rankings), documents, skipped, queries: queries.length, seconds: { ingest: seconds, search } };
  });
  const spans = await evaluateSpans(dataset, queries, options);
  return { ...evaluation, ...(spans && { spans }) };
}

function compare(rankings: Readonly<Record<Side, readonly JudgedRanking[]>>) {
  const { bm25, dense, hybrid } = rankings;
  const ofQueries = (judged: readonly JudgedRanking[]) =>
    judged.map(({ ranking, relevance }) => ndcg(ranking, relevance, 10));
  const own = ofQueries(hybrid);
  const gain = (judged: readonly JudgedRanking[]) =>
    randomizationTest(ofQueries(judged).map((other, query) => (own[query] as number) - other));
  const metrics = { bm25: rankingMetrics(bm25), dense: rankingMetrics(dense), hybrid: rankingMetrics(hybrid) };
  const better: SingleList = metrics.dense.ndcg10 > metrics.bm25.ndcg10 ? 'dense' : 'bm25';
  return { ...metrics, gains: { bm25: gain(bm25), dense: gain(dense) }, better };
}

async function rank(cubo: Cubo, queries: readonly JudgedQuery[], side: Side): Promise<JudgedRanking[]> {
  const judged: JudgedRanking[] = [];
  for (const { text, relevance } of queries) {
    const hits = await cubo.search(text, { limit, mode: sides[side], syntax: 'plain' });
    // A document stands where its best chunk stands.
    const ranking = [...new Set(hits.map((hit) => idOf(hit.source)))];
    judged.push({ ranking, relevance });
  }
  return judged;
}
