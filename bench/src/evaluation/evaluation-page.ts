import type { Judgement } from '../comparison/judge.ts';
import type { DotChart, PageContent, Table } from '../reporting/index.ts';
import type { SetEvaluation } from './evaluate-set.ts';
import { formatGain, rankingColumns, signed, spanColumns } from './format-evaluation.ts';
import { sideNames } from './sides.ts';
import { gainOverBetter } from './summarize.ts';

type Evaluations = Readonly<Record<string, SetEvaluation>>;

/** What a report shows of an evaluation. */
export function evaluationPage(
  evaluations: Evaluations,
  options: { denseName: string; judgements: readonly Judgement[]; skipped: readonly string[] },
): PageContent {
  const { judgements, skipped, denseName } = options;
  const spans = spanTable(evaluations);
  return {
    charts: [qualityChart(evaluations, denseName)],
    tables: [gainTable(evaluations), rankingTable(evaluations), ...(spans ? [spans] : [])],
    judgements,
    remarks: skipped,
  };
}

const significant = 0.05;

function qualityChart(evaluations: Evaluations, denseName: string): DotChart {
  const rows = Object.entries(evaluations).map(([name, evaluation]) => {
    const { bm25, dense, hybrid, gains, better, queries } = evaluation;
    const star = gains[better].p < significant ? '* ' : '';
    const values = [bm25.ndcg10, dense.ndcg10, hybrid.ndcg10];
    return {
      name: `${name} (${queries})`,
      values,
      remark: star + signed(gainOverBetter(evaluation), 3).replace('0.', '.'),
    };
  });
  return {
    kind: 'dots',
    id: 'quality',
    title: 'Quality of the ranking',
    note:
      'Each row is a set of questions with known answers; further to the right is better. The numbers say what hybrid ' +
      `search gains over the better of its two lists; * is unlikely to be chance (p < ${significant}, paired randomization test).`,
    x: { label: 'nDCG@10, mean over the questions of a set', to: 1 },
    series: [
      { name: 'words (BM25)', own: false },
      { name: denseName, own: false },
      { name: 'hybrid, the default', own: true },
    ],
    rows,
    headings: ['set (questions)', 'gain'],
  };
}

function gainTable(evaluations: Evaluations): Table {
  return {
    title: 'nDCG@10, and what hybrid search gains',
    columns: ['set', 'documents', 'queries', 'BM25', 'dense', 'hybrid', 'over BM25', 'over dense'],
    rows: Object.entries(evaluations).map(([name, { documents, queries, gains, ...evaluation }]) => [
      name,
      documents,
      queries,
      ...sideNames.map((side) => evaluation[side].ndcg10.toFixed(4)),
      formatGain(gains.bm25),
      formatGain(gains.dense),
    ]),
  };
}

function rankingTable(evaluations: Evaluations): Table {
  const others = rankingColumns.slice(1);
  return {
    title: 'Recall and reciprocal rank: BM25, dense, hybrid',
    columns: ['set', ...others.map(([heading]) => heading)],
    rows: Object.entries(evaluations).map(([name, evaluation]) => [
      name,
      ...others.map(([, value]) => sideNames.map((side) => value(evaluation[side]).toFixed(3)).join(' · ')),
    ]),
  };
}

function spanTable(evaluations: Evaluations): Table | undefined {
  const rows = Object.entries(evaluations).flatMap(([name, { spans }]) =>
    spans === undefined
      ? []
      : sideNames.map((side) => [`${name}, ${side}`, ...spanColumns.map(([, value]) => value(spans[side]).toFixed(4))]),
  );
  if (rows.length === 0) return undefined;
  const columns = ['set', ...spanColumns.map(([heading]) => heading)];
  return { title: 'Passages within one document, by characters that answer', columns, rows };
}
