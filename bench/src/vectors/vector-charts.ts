import type { SetResult } from '../comparison/report.ts';
import type { Chart } from '../reporting/index.ts';

/** What the figures `<key>P50` and `<key>Recall10` are of. */
const measured = [
  { key: 'cold', name: 'Cubo: compressed, on disk', own: true },
  { key: 'compact', name: 'Cubo: compact', own: true },
  { key: 'float16', name: 'Cubo: float16', own: true },
  { key: 'hot', name: 'Cubo: graph', own: true },
  { key: 'hotScan', name: 'Cubo: scan', own: true },
  { key: 'faissRefined', name: 'FAISS, from memory', own: false },
  { key: 'lancedb', name: 'LanceDB', own: false },
  { key: 'zvecIvf', name: 'zvec, IVF', own: false },
  { key: 'zvecIvfRabitq', name: 'zvec, RaBitQ', own: false },
  { key: 'zvecHnsw', name: 'zvec, HNSW', own: false },
  { key: 'usearch', name: 'usearch', own: false },
  { key: 'sqliteVec', name: 'sqlite-vec', own: false },
];

const above0 = (value: number | undefined): value is number => value !== undefined && value > 0;

/** Recall against time of each set, and how time grows with the number of made-up vectors. */
export function vectorCharts(results: readonly SetResult[]): Chart[] {
  const growing = results.filter(({ name }) => name.startsWith('synthetic-'));
  return [...results.map(recallChart), ...(growing.length > 1 ? [growthChart(growing)] : [])];
}

function recallChart({ name, size, figures }: SetResult): Chart {
  const series = measured.flatMap(({ key, name, own }) => {
    const [time, recall] = [figures[`${key}P50`], figures[`${key}Recall10`]];
    return above0(time) && recall !== undefined ? [{ name, own, points: [[time, recall] as const] }] : [];
  });
  const { hotVectors = size } = figures;
  return {
    kind: 'lines',
    id: `recall-${name}`,
    title: `Recall against time: ${name}, ${size} vectors`,
    note:
      'Further up more of the ten true neighbours are found, further to the left sooner. Others are set to find at least as many as Cubo where they can.' +
      (hotVectors < size ? ` Graph and scan hold the first ${hotVectors} vectors.` : ''),
    x: { label: 'ms a search for ten takes, median', scale: 'log' },
    y: { label: 'recall@10', to: 1 },
    series,
  };
}

function growthChart(results: readonly SetResult[]): Chart {
  const series = measured.flatMap(({ key, name, own }) => {
    const points = results.flatMap(({ size, figures }) => {
      const time = figures[`${key}P50`];
      // Graph and scan of the largest sets hold a part of them.
      const { hotVectors = size } = key.startsWith('hot') ? figures : {};
      return above0(time) && hotVectors === size ? [[size, time] as const] : [];
    });
    return points.length < 2 ? [] : [{ name, own, points: points.toSorted(([a], [b]) => a - b) }];
  });
  return {
    kind: 'lines',
    id: 'growth',
    title: 'How long a search takes as the vectors become more',
    note: 'Made-up vectors in clusters. Both axes are logarithmic: equal ratios are equally far apart.',
    x: { label: 'vectors', scale: 'log' },
    y: { label: 'ms a search for ten takes, median', scale: 'log' },
    series,
  };
}
