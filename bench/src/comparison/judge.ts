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
}

/** Bounds of a figure. */
export interface Limit {
  readonly figure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Tells for each requirement whether it is met. */
export function judgeTargets(targets: readonly Target[], sets: readonly MeasuredSet[]): Judgement[] {
  return targets.map((target) => judgeOne(target, sets));
}

function judgeOne(target: Target, sets: readonly MeasuredSet[]): Judgement {
  const { requirement, limits, leastSize = 0, of, everySet } = target;
  const sizeOf = (set: MeasuredSet) => (of === undefined ? set.size : (set.figures[of] ?? 0));
  const measured = sets
    .filter(({ figures }) => limits.some(({ figure }) => isMeasured(figures[figure])))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const judged = everySet ? measured : measured.slice(0, 1);
  const lines = judged.map((set) => {
    const values = limits.filter(({ figure }) => isMeasured(set.figures[figure]));
    return `${set.name}: ${values.map(({ figure }) => `${figure} ${round(set.figures[figure] as number)}`).join(', ')}`;
  });
  const tooSmall = judged.some((set) => sizeOf(set) < leastSize);
  const reached =
    judged.length === 0 || tooSmall
      ? undefined
      : judged.every(({ figures }) => limits.every((limit) => keepsTo(limit, figures[limit.figure])));
  const reason = judged.length === 0 ? 'not measured' : `${lines.join('; ')}${tooSmall ? '; too small' : ''}`;
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
