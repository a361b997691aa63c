import { median, type PlacedRun } from './placed-run.ts';

/** Runs on one line of a region, in order from the left. */
export interface TextLine {
  readonly runs: readonly PlacedRun[];
  readonly baseline: number;
  readonly left: number;
  readonly right: number;
  /** The largest type size that counts: that of most of its characters. */
  readonly size: number;
}

/** A line that runs are still added to. */
interface OpenLine {
  readonly runs: PlacedRun[];
  readonly baseline: number;
  size: number;
  left: number;
  right: number;
}

/** Share of the type size by which baselines on one line may differ. */
const level = 0.35;
/** The same for small runs beside a larger one: superscripts, indices, fractions. */
const raised = 0.75;
/** A run smaller than this share of its neighbour is small. */
const small = 0.85;

/** Sorts the runs of a region into lines, from the top down. */
export function toLines(runs: readonly PlacedRun[]): TextLine[] {
  const lines: OpenLine[] = [];
  const later: PlacedRun[] = [];
  const typical = median(runs.map((run) => run.size));
  for (const run of [...runs].sort((a, b) => b.baseline - a.baseline || a.left - b.left)) {
    const last = lines.at(-1);
    if (run.size < small * typical) later.push(run);
    else if (last && last.baseline - run.baseline <= level * Math.min(run.size, last.size)) {
      last.runs.push(run);
      last.size = Math.max(last.size, run.size);
      last.left = Math.min(last.left, run.left);
      last.right = Math.max(last.right, run.right);
    } else lines.push({ runs: [run], baseline: run.baseline, size: run.size, left: run.left, right: run.right });
  }
  // Small type goes to the line that it stands on or beside, or makes lines of its own.
  const own: PlacedRun[] = [];
  let at = 0;
  for (const run of later) {
    while (at + 1 < lines.length && (lines[at + 1] as OpenLine).baseline >= run.baseline) at++;
    const near = [lines[at], lines[at + 1]].find((line) => line && belongs(run, line));
    if (near) near.runs.push(run);
    else own.push(run);
  }
  const made = lines.map((line) => toLine(line.runs));
  return own.length === 0 ? made : [...made, ...toLines(own)].sort((a, b) => b.baseline - a.baseline);
}

function belongs(run: PlacedRun, line: OpenLine): boolean {
  const offset = Math.abs(line.baseline - run.baseline);
  if (offset <= level * run.size) return true;
  if (offset > raised * line.size || run.size >= small * line.size) return false;
  return run.left < line.right + line.size && run.right > line.left - line.size;
}

/** Makes a line of runs. */
function toLine(runs: readonly PlacedRun[]): TextLine {
  const sorted = [...runs].sort((a, b) => a.left - b.left);
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const weights = new Map<number, number>();
  for (const run of sorted) {
    left = Math.min(left, run.left);
    right = Math.max(right, run.right);
    weights.set(run.size, (weights.get(run.size) ?? 0) + run.text.length);
  }
  const [size] = [...weights].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1];
  const main = sorted.filter((run) => run.size >= size * 0.99);
  return { runs: sorted, baseline: median(main.map((run) => run.baseline)), left, right, size };
}
