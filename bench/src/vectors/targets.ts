import { type Judgement, judgeTargets, type Limit, type MeasuredSet, type Target } from '../comparison/judge.ts';

const million = 1_000_000;
const most = (atMost: number, ...figures: string[]): Limit[] => figures.map((figure) => ({ figure, atMost }));

const targets: readonly Target[] = [
  {
    requirement: 'recall@10 of the cold tier against exact search, defaults: at least 0.95 on every set',
    limits: [{ figure: 'coldRecall10', atLeast: 0.95 }],
    everySet: true,
  },
  {
    requirement: "scan of codes without rescoring: at most 1.5 times FAISS's",
    limits: most(
      1.5,
      ...['10', '100'].flatMap((limit) =>
        ['FaissOverCubo', 'FaissSampled', 'FaissDefault'].map((other) => `scan${limit}Times${other}`),
      ),
    ),
  },
  {
    requirement: "search at equal recall: at most 0.5 times LanceDB's median",
    limits: most(0.5, 'coldTimesLancedb'),
  },
  {
    requirement: "search at equal recall: at most 0.5 times zvec's median",
    limits: most(0.5, 'coldTimesZvecHnsw', 'coldTimesZvecIvf', 'coldTimesZvecIvfRabitq'),
  },
  {
    requirement: 'cold search, rescoring included, median at 1 M: at most 5 ms',
    limits: most(5, 'coldP50'),
    leastSize: million,
  },
  {
    requirement: 'storing, training and adding: at most 1.5 times FAISS training and adding',
    limits: most(1.5, 'buildTimesFaissSampled', 'buildTimesFaissDefault'),
  },
  {
    requirement: 'resident memory that opening 1 M cold vectors adds: at most 64 MiB',
    limits: most(64, 'openedMiB'),
    leastSize: million,
  },
  {
    requirement: 'graph of 100 k hot vectors: recall@10 at least 0.97, median at most 1 ms',
    limits: [{ figure: 'hotRecall10', atLeast: 0.97 }, ...most(1, 'hotP50')],
    leastSize: 100_000,
    of: 'hotVectors',
  },
  {
    requirement: 'bytes of codes and ids on disk: within 5 % of m + 8 for each vector',
    limits: [{ figure: 'timesCodesAndIds', atLeast: 0.95, atMost: 1.05 }],
    everySet: true,
  },
];

/** Tells for each requirement whether it is met. */
export const judge = (sets: readonly MeasuredSet[]): Judgement[] => judgeTargets(targets, sets);
