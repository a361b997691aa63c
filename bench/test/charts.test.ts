import { describe, expect, test } from 'vitest';
import type { SetEvaluation } from '../src/evaluation/evaluate-set.ts';
import { evaluationPage } from '../src/evaluation/evaluation-page.ts';
import { lexicalCharts } from '../src/lexical/lexical-charts.ts';
import { vectorCharts } from '../src/vectors/vector-charts.ts';

const result = (name: string, size: number, figures: Record<string, number>) => ({
  name,
  size,
  figures,
  told: [],
  skipped: [],
});

test('growth of the lexical index takes several sizes, and peers at sizes that they hold', () => {
  const small = result('synthetic-50000', 50_000, { p50Of10: 1, p50Of100: 2, fts5P50Of10: 20, oramaP50Of10: 9 });
  const large = result('synthetic-300000', 300_000, { p50Of10: 2, fts5P50Of10: 120, oramaP50Of10: 8 });
  expect(lexicalCharts([small])).toEqual([]);
  expect(lexicalCharts([small, result('scifact', 5000, { p50Of10: 1 })])).toEqual([]);
  const [growth] = lexicalCharts([large, small]);
  expect(growth).toMatchObject({
    kind: 'lines',
    series: [
      {
        own: true,
        points: [
          [50_000, 1],
          [300_000, 2],
        ],
      },
      { own: true, points: [[50_000, 2]] },
      {
        name: 'SQLite FTS5, ten hits',
        own: false,
        points: [
          [50_000, 20],
          [300_000, 120],
        ],
      },
      { name: 'Orama', own: false, points: [[50_000, 9]] },
    ],
  });
});

describe('vectors', () => {
  const figures = { coldP50: 0.5, coldRecall10: 0.97, hotVectors: 1000, hotP50: 0.2, hotRecall10: 0.99 };
  const small = result('synthetic-1000x16', 1000, { ...figures, lancedbP50: 5, lancedbRecall10: 0.98 });
  const large = result('synthetic-9000x16', 9000, { ...figures, coldP50: 1, float16P50: Number.NaN });

  test('have a plot of recall against time for each set', () => {
    const [one, ...more] = vectorCharts([small]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      id: 'recall-synthetic-1000x16',
      series: [
        { own: true, points: [[0.5, 0.97]] },
        { own: true, points: [[0.2, 0.99]] },
        { name: 'LanceDB', own: false, points: [[5, 0.98]] },
      ],
    });
    expect(one?.note).not.toContain('first 1000');
    expect(vectorCharts([large])[0]?.note).toContain('Graph and scan hold the first 1000 vectors.');
  });

  test('have one of growth, of what holds all vectors of several sizes', () => {
    const growth = vectorCharts([large, small, result('medline', 1033, figures)]).at(-1);
    expect(growth).toMatchObject({
      id: 'growth',
      series: [
        {
          points: [
            [1000, 0.5],
            [9000, 1],
          ],
        },
      ],
    });
  });
});

test('a page of an evaluation has a row for each set, with the gain and whether it is chance', () => {
  const metrics = (ndcg10: number) => ({ ndcg10, recall10: 0.5, recall100: 1, mrr10: 0.25 });
  const evaluation = (hybrid: number, p: number): SetEvaluation => ({
    bm25: metrics(0.5),
    dense: metrics(0.25),
    hybrid: metrics(hybrid),
    gains: { bm25: { mean: hybrid - 0.5, p }, dense: { mean: hybrid - 0.25, p: 0.5 } },
    better: 'bm25',
    documents: 7,
    skipped: 0,
    queries: 3,
    seconds: { ingest: 1, search: 2 },
  });
  const span = { recall: 0.5, precision: 0.25, iou: 0.125 };
  const spans = { bm25: span, dense: span, hybrid: { ...span, recall: 0.75 } };
  const evaluations = { up: { ...evaluation(0.625, 0.01), spans }, down: evaluation(0.4375, 0.3) };
  const { charts, tables } = evaluationPage(evaluations, { denseName: 'meaning', judgements: [], skipped: [] });
  expect(charts).toMatchObject([
    {
      rows: [
        { name: 'up (3)', values: [0.5, 0.25, 0.625], remark: '* +.125' },
        { name: 'down (3)', values: [0.5, 0.25, 0.4375], remark: '−.063' },
      ],
    },
  ]);
  expect(tables[0]?.rows[0]).toEqual([
    'up',
    7,
    3,
    '0.5000',
    '0.2500',
    '0.6250',
    '+0.1250 (p = 0.010)',
    '+0.3750 (p = 0.500)',
  ]);
  expect(tables.at(-1)?.rows.at(-1)).toEqual(['up, hybrid', '0.7500', '0.2500', '0.1250']);
  expect(
    evaluationPage({ down: evaluation(0.4, 1) }, { denseName: '', judgements: [], skipped: [] }).tables,
  ).toHaveLength(2);
});
