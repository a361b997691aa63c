import { type Judgement, judgeTargets, type MeasuredSet, type Target } from '../comparison/judge.ts';

const most = (atMost: number, ...figures: string[]) => figures.map((figure) => ({ figure, atMost }));

const targets: readonly Target[] = [
  {
    requirement: "search for ten hits at 300 000 texts: at most a twentieth of FTS5's median",
    limits: most(0.05, 'timesOf10Fts5'),
    leastSize: 300_000,
  },
  {
    requirement: "search for ten hits: at most LanceDB's and zvec's median",
    limits: most(1, 'timesOf10Lancedb', 'timesOf10Zvec'),
  },
  {
    requirement: 'growth of the median from 300 000 to 3 000 000 texts: at most 3 times',
    limits: most(3, 'growth'),
    leastSize: 3_000_000,
  },
  {
    requirement: 'resident memory that opening 3 000 000 texts adds: at most 64 MiB',
    limits: most(64, 'openedMebibytes'),
    leastSize: 3_000_000,
  },
  {
    requirement: 'size of the index without positions: at most 0.3 times the text',
    limits: most(0.3, 'bareIndexShare'),
    everySet: true,
  },
  {
    requirement: 'indexing, analysis included: at least 8 MB of text for each second of a core',
    limits: [{ figure: 'indexMegabytesPerCpuSecond', atLeast: 8 }],
  },
  {
    requirement: 'memory while indexing: at most 300 MB at any size',
    limits: most(300, 'indexPeakMegabytes'),
    everySet: true,
  },
];

/** Tells for each requirement whether it is met. */
export const judgeLexical = (sets: readonly MeasuredSet[]): Judgement[] => judgeTargets(targets, sets);
