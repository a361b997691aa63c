import type { SetResult } from '../comparison/report.ts';
import type { Chart, LineChart } from '../reporting/index.ts';
import { type LexicalPeerName, mostTextsOf } from './lexical-peers.ts';

/** Figures of medians, and whose they are. */
const series: readonly { figure: string; name: string; own: boolean; peer?: LexicalPeerName }[] = [
  { figure: 'p50Of10', name: 'Cubo, ten hits', own: true },
  { figure: 'p50Of100', name: 'Cubo, a hundred hits', own: true },
  { figure: 'fts5P50Of10', name: 'SQLite FTS5, ten hits', own: false },
  { figure: 'lancedbP50Of10', name: 'LanceDB', own: false },
  { figure: 'zvecP50Of10', name: 'zvec', own: false },
  { figure: 'minisearchP50Of10', name: 'MiniSearch', own: false, peer: 'minisearch' },
  { figure: 'oramaP50Of10', name: 'Orama', own: false, peer: 'orama' },
];

/** How search time grows with the number of texts; where there are several sizes. */
export function lexicalCharts(results: readonly SetResult[]): Chart[] {
  const synthetic = results.filter(({ name }) => name.startsWith('synthetic-'));
  if (synthetic.length < 2) return [];
  const growth: LineChart = {
    kind: 'lines',
    id: 'growth',
    title: 'How long a search takes as the texts become more',
    note: 'Made-up texts of about a hundred words, queries of 2 to 12. Both axes are logarithmic: equal ratios are equally far apart.',
    x: { label: 'texts', scale: 'log' },
    y: { label: 'ms a search takes, median', scale: 'log' },
    series: series.flatMap(({ figure, name, own, peer }) => {
      const points = synthetic.flatMap(({ size, figures }) => {
        const value = figures[figure];
        // Of more texts than it can hold, a peer holds the first.
        if (peer !== undefined && size > mostTextsOf(peer)) return [];
        return value !== undefined && value > 0 ? [[size, value] as const] : [];
      });
      return points.length === 0 ? [] : [{ name, own, points: points.toSorted(([a], [b]) => a - b) }];
    }),
  };
  return [growth];
}
