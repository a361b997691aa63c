import type { RankingMetrics } from '../metrics/index.ts';
import type { SetEvaluation } from './evaluate-set.ts';

const columns: readonly (readonly [heading: string, value: (metrics: RankingMetrics) => number])[] = [
  ['nDCG@10', ({ ndcg10 }) => ndcg10],
  ['Recall@10', ({ recall10 }) => recall10],
  ['Recall@100', ({ recall100 }) => recall100],
  ['MRR@10', ({ mrr10 }) => mrr10],
];

/** The figures of one set for people, a line for each kind of search. */
export function formatEvaluation(name: string, evaluation: SetEvaluation): string {
  const { bm25, dense, hybrid, documents, queries, seconds } = evaluation;
  const title = `${name} (${documents} documents, ${queries} queries; built in ${seconds.ingest.toFixed(1)} s, searched in ${seconds.search.toFixed(1)} s)`;
  return [title, ...formatMetrics({ bm25, dense, hybrid })].join('\n');
}

/** The means over several sets, each set counting the same. */
export function formatMeans(evaluations: readonly SetEvaluation[]): string {
  const mean = (side: 'bm25' | 'dense' | 'hybrid'): RankingMetrics => {
    const over = (value: (metrics: RankingMetrics) => number) =>
      evaluations.reduce((sum, evaluation) => sum + value(evaluation[side]), 0) / evaluations.length;
    return {
      ndcg10: over(({ ndcg10 }) => ndcg10),
      recall10: over(({ recall10 }) => recall10),
      recall100: over(({ recall100 }) => recall100),
      mrr10: over(({ mrr10 }) => mrr10),
    };
  };
  const means = { bm25: mean('bm25'), dense: mean('dense'), hybrid: mean('hybrid') };
  return [`Mean of ${evaluations.length} sets`, ...formatMetrics(means)].join('\n');
}

function formatMetrics(sides: Readonly<Record<string, RankingMetrics>>): string[] {
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(8)}${cells.map((cell) => cell.padStart(12)).join('')}`;
  const heading = line(
    '',
    columns.map(([name]) => name),
  );
  const rows = Object.entries(sides).map(([name, metrics]) =>
    line(
      name,
      columns.map(([, value]) => value(metrics).toFixed(4)),
    ),
  );
  return [heading, ...rows];
}
