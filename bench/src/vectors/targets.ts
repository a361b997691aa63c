/** The figures of a set, by name. */
export interface MeasuredSet {
  readonly name: string;
  readonly vectors: number;
  readonly figures: Readonly<Record<string, number>>;
}

/** A requirement, and whether it is met. */
export interface Judgement {
  readonly requirement: string;
  /** Nothing where it could not be told. */
  readonly reached: boolean | undefined;
  /** What was measured, or why that does not tell. */
  readonly measured: string;
}

interface Target {
  readonly requirement: string;
  /** Figures of which each that was measured must keep to its limit, and at least one must have been measured. */
  readonly limits: readonly Limit[];
  /** Sets of fewer vectors do not tell. */
  readonly vectors?: number;
  /** The figure that says how many vectors there are, where it is not the whole set. */
  readonly of?: string;
  /** Whether every set must keep to it. Default: the largest one. */
  readonly everySet?: true;
}

interface Limit {
  readonly figure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

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
    vectors: million,
  },
  {
    requirement: 'storing, training and adding: at most 1.5 times FAISS training and adding',
    limits: most(1.5, 'buildTimesFaissSampled', 'buildTimesFaissDefault'),
  },
  {
    requirement: 'resident memory that opening 1 M cold vectors adds: at most 64 MiB',
    limits: most(64, 'openedMiB'),
    vectors: million,
  },
  {
    requirement: 'graph of 100 k hot vectors: recall@10 at least 0.97, median at most 1 ms',
    limits: [{ figure: 'hotRecall10', atLeast: 0.97 }, ...most(1, 'hotP50')],
    vectors: 100_000,
    of: 'hotVectors',
  },
  {
    requirement: 'bytes of codes and ids on disk: within 5 % of m + 8 for each vector',
    limits: [{ figure: 'timesCodesAndIds', atLeast: 0.95, atMost: 1.05 }],
    everySet: true,
  },
];

/** Tells for each requirement whether it is met. */
export function judge(sets: readonly MeasuredSet[]): Judgement[] {
  return targets.map((target) => judgeOne(target, sets));
}

function judgeOne(target: Target, sets: readonly MeasuredSet[]): Judgement {
  const { requirement, limits, vectors = 0, of, everySet } = target;
  const sizeOf = (set: MeasuredSet) => (of === undefined ? set.vectors : (set.figures[of] ?? 0));
  const measured = sets
    .filter(({ figures }) => limits.some(({ figure }) => isMeasured(figures[figure])))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const judged = everySet ? measured : measured.slice(0, 1);
  const lines = judged.map((set) => {
    const values = limits.filter(({ figure }) => isMeasured(set.figures[figure]));
    return `${set.name}: ${values.map(({ figure }) => `${figure} ${round(set.figures[figure] as number)}`).join(', ')}`;
  });
  const tooSmall = judged.some((set) => sizeOf(set) < vectors);
  const reached =
    judged.length === 0 || tooSmall
      ? undefined
      : judged.every(({ figures }) => limits.every((limit) => keepsTo(limit, figures[limit.figure])));
  const reason = judged.length === 0 ? 'not measured' : `${lines.join('; ')}${tooSmall ? '; too few vectors' : ''}`;
  return { requirement, reached, measured: reason };
}

function isMeasured(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}

function keepsTo({ atLeast = -Infinity, atMost = Infinity }: Limit, value: number | undefined): boolean {
  return !isMeasured(value) || (value >= atLeast && value <= atMost);
}

function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
