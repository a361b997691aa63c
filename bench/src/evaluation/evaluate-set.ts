import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';
import {
  type Cubo,
  createCubo,
  recursiveChunker,
  type SearchMode,
  type SkippedFile,
  type Source,
  textSource,
} from '@cubo/core';
import type { Dataset, JudgedQuery, Row } from '../datasets/index.ts';
import { type JudgedRanking, type RankingMetrics, rankingMetrics } from '../metrics/index.ts';

/** How well the library ranks one set. */
export interface SetEvaluation {
  /** The lexical side alone: `cubo.search(…, { mode: 'sparse' })`. */
  readonly bm25: RankingMetrics;
  /** The dense side alone. */
  readonly dense: RankingMetrics;
  /** Both, as a user gets it. */
  readonly hybrid: RankingMetrics;
  /** Documents that can be found. */
  readonly documents: number;
  /** Documents of the set that hold no text. */
  readonly skipped: number;
  /** Queries measured. */
  readonly queries: number;
  readonly seconds: { readonly ingest: number; readonly search: number };
}

const modes = { bm25: 'sparse', dense: 'dense', hybrid: 'hybrid' } as const satisfies Record<string, SearchMode>;

/** Chunks asked for, enough for Recall@100. */
const limit = 100;

const scheme = 'eval:';

/**
 * Builds a library of a set's documents in a temporary folder, a chunk for each document, and searches it for every
 * query, with the defaults that users get.
 *
 * @param report told what is going on, for people
 */
export async function evaluateSet(dataset: Dataset, report: (progress: string) => void): Promise<SetEvaluation> {
  const queries = await dataset.queries();
  if (queries.length === 0) {
    throw new CuboError({
      code: 'CUBO_FORMAT_INVALID',
      message: `No query of the set "${dataset.name}" has a relevant document.`,
      remedy: 'Check that the ids in queries.jsonl and qrels.tsv are the same, or leave the set out with --sets.',
    });
  }
  const directory = await mkdtemp(join(tmpdir(), 'cubo-eval-'));
  try {
    const chunker = recursiveChunker({ maximumCharacters: Number.POSITIVE_INFINITY, overlapCharacters: 0 });
    const cubo = await createCubo({ path: join(directory, 'library'), chunker });
    try {
      return await evaluate(cubo, dataset, queries, report);
    } finally {
      await cubo.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function evaluate(
  cubo: Cubo,
  dataset: Dataset,
  queries: readonly JudgedQuery[],
  report: (progress: string) => void,
): Promise<SetEvaluation> {
  report(`${dataset.name}: building the library`);
  const started = performance.now();
  const counts = await ingest(cubo, dataset);
  const ingested = performance.now();
  report(`${dataset.name}: ${counts.documents} documents, searching for ${queries.length} queries`);
  const metrics = {
    bm25: rankingMetrics(await rank(cubo, queries, modes.bm25)),
    dense: rankingMetrics(await rank(cubo, queries, modes.dense)),
    hybrid: rankingMetrics(await rank(cubo, queries, modes.hybrid)),
  };
  const seconds = { ingest: (ingested - started) / 1000, search: (performance.now() - ingested) / 1000 };
  return { ...metrics, ...counts, queries: queries.length, seconds };
}

async function ingest(cubo: Cubo, dataset: Dataset): Promise<{ documents: number; skipped: number }> {
  let documents = 0;
  let skipped: readonly SkippedFile[] = [];
  for await (const event of cubo.ingest(sources(dataset.documents()))) {
    if (event.type !== 'done') continue;
    documents = event.outcomes.indexed;
    skipped = event.skipped;
  }
  const failed = skipped.find(({ code }) => code !== 'CUBO_SOURCE_EMPTY');
  if (failed) throw notIngested(dataset.name, failed);
  return { documents, skipped: skipped.length };
}

async function* sources(rows: AsyncIterable<Row>): AsyncGenerator<Source> {
  for await (const { id, title, text } of rows) yield textSource({ uri: scheme + id, title: title ?? '', text });
}

async function rank(cubo: Cubo, queries: readonly JudgedQuery[], mode: SearchMode): Promise<JudgedRanking[]> {
  const judged: JudgedRanking[] = [];
  for (const { text, relevance } of queries) {
    const hits = await cubo.search(text, { limit, mode });
    // A document stands where its best chunk stands.
    const ranking = [...new Set(hits.map((hit) => hit.source.slice(scheme.length)))];
    judged.push({ ranking, relevance });
  }
  return judged;
}

function notIngested(set: string, { path, reason }: SkippedFile): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_UNREADABLE',
    message: `The document ${path.slice(scheme.length)} of the set "${set}" was not ingested: ${reason}`,
    remedy: 'A figure without it would not be comparable; correct the document or leave the set out with --sets.',
  });
}
