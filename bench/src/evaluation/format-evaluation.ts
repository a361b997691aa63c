import type { Judgement } from '../comparison/judge.ts';
import { judgementLines } from '../comparison/report.ts';
import type { PairedDifference, RankingMetrics, SpanMetrics } from '../metrics/index.ts';
import type { SetEvaluation } from './evaluate-set.ts';
import { spanLimit } from './evaluate-spans.ts';
import { type Side, type SingleList, sideNames } from './sides.ts';
import { countingSets, overallGain } from './summarize.ts';

type Column<Metrics> = readonly [heading: string, value: (metrics: Metrics) => number];

/** The figures of a ranking, with the names they have in papers. */
export const rankingColumns: readonly Column<RankingMetrics>[] = [
  ['nDCG@10', ({ ndcg10 }) => ndcg10],
  ['Recall@10', ({ recall10 }) => recall10],
  ['Recall@100', ({ recall100 }) => recall100],
  ['MRR@10', ({ mrr10 }) => mrr10],
];

/** The figures of passages. */
export const spanColumns: readonly Column<SpanMetrics>[] = [
  [`span recall@${spanLimit}`, ({ recall }) => recall],
  ['precision', ({ precision }) => precision],
  ['IoU', ({ iou }) => iou],
];

/** The figures of one set for people, a line for each kind of search, and what both together gain. */
export function formatEvaluation(name: string, evaluation: SetEvaluation): string[] {
  const { documents, queries, seconds, gains, better, spans } = evaluation;
  const counts = `${documents} documents, ${queries} queries`;
  const times = `built in ${seconds.ingest.toFixed(1)} s, searched in ${seconds.search.toFixed(1)} s`;
  const gain = (list: SingleList) => {
    const which = list === better ? ', the better list' : '';
    return `  hybrid over ${list}`.padEnd(22) + formatGain(gains[list]) + which;
  };
  return [
    `${name} (${counts}; ${times})`,
    ...formatMetrics(rankingColumns, evaluation),
    gain('bm25'),
    gain('dense'),
    ...(spans ? formatMetrics(spanColumns, spans) : []),
  ];
}

/** A difference of nDCG@10, and how likely it is by chance. */
export function formatGain({ mean, p }: PairedDifference): string {
  return `${signed(mean)} (p ${p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`})`;
}

/** A difference with its sign. */
export function signed(value: number, digits = 4): string {
  const size = Math.abs(value).toFixed(digits);
  if (Number(size) === 0) return size;
  return `${value > 0 ? '+' : '−'}${size}`;
}

/** What all sets came to: means, each set counting the same, gains, requirements, and what was left out. */
export function formatSummary(
  evaluations: Readonly<Record<string, SetEvaluation>>,
  { judgements, skipped }: { judgements: readonly Judgement[]; skipped: readonly string[] },
): string[] {
  const sets = countingSets(evaluations).map(([, evaluation]) => evaluation);
  const lines: string[] = [];
  if (sets.length > 1) {
    const mean = (side: Side): RankingMetrics => {
      const over = (value: (metrics: RankingMetrics) => number) =>
        sets.reduce((sum, evaluation) => sum + value(evaluation[side]), 0) / sets.length;
      return {
        ndcg10: over(({ ndcg10 }) => ndcg10),
        recall10: over(({ recall10 }) => recall10),
        recall100: over(({ recall100 }) => recall100),
        mrr10: over(({ mrr10 }) => mrr10),
      };
    };
    const means = { bm25: mean('bm25'), dense: mean('dense'), hybrid: mean('hybrid') };
    lines.push('', `Mean of ${sets.length} sets`, ...formatMetrics(rankingColumns, means));
  }
  const gain = overallGain(evaluations);
  if (gain) {
    const worst = `${signed(gain.worst)} at worst (${gain.worstSet})`;
    lines.push(`Hybrid over the better list of each set, nDCG@10: ${signed(gain.mean)} on average, ${worst}`);
  }
  if (judgements.length > 0) lines.push('', ...judgementLines(judgements));
  return [...lines, ...skipped.map((line) => `left out: ${line}`)];
}

function formatMetrics<Metrics>(
  columns: readonly Column<Metrics>[],
  bySide: Readonly<Record<Side, Metrics>>,
): string[] {
  const width = (heading: string) => Math.max(12, heading.length + 2);
  const row = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(8)}${cells.map((cell, i) => cell.padStart(width(columns[i]?.[0] ?? ''))).join('')}`;
  return [
    row(
      '',
      columns.map(([heading]) => heading),
    ),
    ...sideNames.map((side) =>
      row(
        side,
        columns.map(([, value]) => value(bySide[side]).toFixed(4)),
      ),
    ),
  ];
}
