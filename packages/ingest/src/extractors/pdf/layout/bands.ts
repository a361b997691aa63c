import type { PlacedRun } from './placed-run.ts';

/** A stretch of one axis. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Runs that lie beside each other, with no empty strip across the text between them. */
export interface Band {
  readonly runs: PlacedRun[];
  readonly top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Share of the type size that neighbouring lines may overlap and still be two. */
const overlap = 0.1;

/** Of a band with more gaps than this, only the widest count. */
const mostStrips = 48;

/** Cuts a region along its empty horizontal strips, from the top down. */
export function toBands(runs: readonly PlacedRun[]): Band[] {
  const bands: Band[] = [];
  let band: Band | undefined;
  for (const run of [...runs].sort((a, b) => b.top - a.top || a.left - b.left)) {
    if (band && run.top > band.bottom + run.size * overlap) {
      band.runs.push(run);
      band.bottom = Math.min(band.bottom, run.bottom);
      band.left = Math.min(band.left, run.left);
      band.right = Math.max(band.right, run.right);
    } else {
      band = { runs: [run], top: run.top, bottom: run.bottom, left: run.left, right: run.right };
      bands.push(band);
    }
  }
  return bands;
}

/** The strips along an axis that some stretches leave empty and that are at least `least` wide, the two outer ones too. */
export function emptyStrips(stretches: readonly Interval[], least: number): Interval[] {
  const strips: Interval[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    if (from - reached >= least) strips.push({ from: reached, to: from });
    reached = Math.max(reached, to);
  }
  strips.push({ from: reached, to: Number.POSITIVE_INFINITY });
  return strips;
}

/** What two ascending lists of strips have in common, without what is narrower than `least`. */
export function commonStrips(first: readonly Interval[], second: readonly Interval[], least: number): Interval[] {
  const common: Interval[] = [];
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    const [a, b] = [first[i] as Interval, second[j] as Interval];
    const strip = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
    if (strip.to - strip.from >= least) common.push(strip);
    if (a.to < b.to) i++;
    else j++;
  }
  return widestStrips(common);
}

/** Of many strips, only the widest count. */
export function widestStrips(strips: Interval[]): Interval[] {
  if (strips.length <= mostStrips) return strips;
  const widest = strips.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostStrips);
  return widest.sort((a, b) => a.from - b.from);
}
