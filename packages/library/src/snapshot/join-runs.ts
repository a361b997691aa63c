import type { ChunkSet } from '@cubo/contracts';
import type { PlacementTable } from './placement-table.ts';

/** Consecutive rows of a segment; not all of them need be wanted. */
export interface JoinedRun {
  readonly segment: string;
  readonly row: number;
  rows: number;
  /** One past the id of the last chunk. */
  end: number;
}

/** Tells whether a set has an id in `[start, end)`. */
function overlaps(set: ChunkSet, start: number, end: number): boolean {
  let low = 0;
  let high = set.ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((set.ends[middle] as number) <= start) low = middle + 1;
    else high = middle;
  }
  return low < set.starts.length && (set.starts[low] as number) < end;
}

/**
 * Joins the runs that hold wanted chunks and follow each other in one segment, so that a segment is opened once and not
 * once a document.
 */
export function* joinRuns(runs: ReturnType<PlacementTable['runs']>, wanted: ChunkSet): Generator<JoinedRun> {
  let open: JoinedRun | undefined;
  for (const run of runs) {
    if (!overlaps(wanted, run.first, run.first + run.count)) continue;
    if (open !== undefined && open.segment === run.segment && run.row >= open.row + open.rows) {
      open.rows = run.row + run.count - open.row;
      open.end = run.first + run.count;
    } else {
      if (open !== undefined) yield open;
      open = { segment: run.segment, row: run.row, rows: run.count, end: run.first + run.count };
    }
  }
  if (open !== undefined) yield open;
}
