/** The figures of a set, by name. */
export interface MeasuredSet {
  readonly name: string;
  /** Vectors, or texts. */
  readonly size: number;
  readonly figures: Readonly<Record<string, number>>;
}

/** A requirement, and whether it is met. */
export interface Judgement {
  readonly requirement: string;
  /** Nothing where it could not be told. */
  readonly reached: boolean | undefined;
  /** By how much a figure is beyond its limit at most, where it is. */
  readonly missedBy?: number;
  /** What was measured, or why that does not tell. */
  readonly measured: string;
}

/** A requirement, in figures. */
export interface Target {
  readonly requirement: string;
  /** Figures of which each that was measured must keep to its limit, and at least one must have been measured. */
  readonly limits: readonly Limit[];
  /** Smaller sets do not tell. */
  readonly leastSize?: number;
  /** The figure that says how large it is, where it is not the whole set. */
  readonly of?: string;
  /** Whether every set must keep to it. Default: the largest one. */
  readonly everySet?: true;
  /** The name of the only set that it is about. */
  readonly set?: string;
}

/** Bounds of a figure. */
export interface Limit {
  readonly figure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** What was measured of a requirement that no figure is about. */
export const notMeasured = 'not measured';

/** Tells for each requirement whether it is met. */
export function judgeTargets(targets: readonly Target[], sets: readonly MeasuredSet[]): Judgement[] {
  return targets.map((target) => judgeOne(target, sets));
}

function judgeOne(target: Target, sets: readonly MeasuredSet[]): Judgement {
  const { requirement, limits, leastSize = 0, of, everySet, set: only } = target;
  const sizeOf = (set: MeasuredSet) => (of === undefined ? set.size : (set.figures[of] ?? 0));
  const measured = sets
    .filter(({ name }) => only === undefined || name === only)
    .filter(({ figures }) => limits.some(({ figure }) => isMeasured(figures[figure])))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const judged = everySet ? measured : measured.slice(0, 1);
  const lines = judged.map((set) => {
    const values = limits.filter(({ figure }) => isMeasured(set.figures[figure]));
    return `${set.name}: ${values.map(({ figure }) => `${figure} ${round(set.figures[figure] as number)}`).join(', ')}`;
  });
  const reason = lines.join('; ');
  if (judged.length === 0) return { requirement, reached: undefined, measured: notMeasured };
  if (judged.some((set) => sizeOf(set) < leastSize)) {
    return { requirement, reached: undefined, measured: `${reason}; too small to tell` };
  }
  const beyond = judged.flatMap(({ figures }) => limits.map((limit) => distanceBeyond(limit, figures[limit.figure])));
  const missedBy = Math.max(...beyond);
  if (missedBy <= 0) return { requirement, reached: true, measured: reason };
  return { requirement, reached: false, missedBy, measured: reason };
}

/** For people: `met`, `missed by .012`, or `unknown`. */
export function verdict({ reached, missedBy = Number.NaN }: Judgement): string {
  if (reached === undefined) return 'unknown';
  if (reached) return 'met';
  const digits = missedBy >= 0.0005 ? missedBy.toFixed(missedBy < 1 ? 3 : 1) : missedBy.toPrecision(1);
  return `missed by ${digits.replace(/^0\./, '.')}`;
}

function isMeasured(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}

/** How far a value is beyond its limit; 0 or less where it keeps to it or was not measured. */
function distanceBeyond({ atLeast = -Infinity, atMost = Infinity }: Limit, value: number | undefined): number {
  return isMeasured(value) ? Math.max(atLeast - value, value - atMost) : 0;
}

function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
