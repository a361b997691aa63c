import type { TopHits } from '@cubo/contracts';
import type { Pacer } from '../pacer.ts';
import type { PreparedQuery, RecordScorer } from './record-scorer.ts';
import { rowFinder } from './rows-of-ids.ts';
import type { VectorFile } from './vector-file.ts';
import type { VectorPart } from './vector-source.ts';

/** Records between two wanted ones that are read rather than left out, in bytes: a read more costs as much. */
const gapBytes = 4096;

/** Scores candidates by their vectors as they are kept, read in the order in which they lie in the files. */
export async function rescore(
  candidates: readonly number[],
  parts: readonly VectorPart[],
  options: { query: PreparedQuery; scorer: RecordScorer; size: number; top: TopHits; pace: Pacer },
): Promise<void> {
  const { query, scorer, size, top, pace } = options;
  const found = locate(candidates, parts);
  let ids: number[] = [];
  const gathered = new Uint8Array(Math.min(scorer.rows, found.length) * size);

  function score(): void {
    const scores = scorer.score(query, gathered, ids.length);
    for (const [i, id] of ids.entries()) if ((scores[i] as number) > 0) top.offer(id, scores[i] as number);
    ids = [];
  }
  for (let from = 0; from < found.length; ) {
    const { file, row } = found[from] as Located;
    let to = from + 1;
    while (to < found.length && isNear(found[to - 1] as Located, found[to] as Located)) to++;
    const records = file.readSync(row, (found[to - 1] as Located).row - row + 1);
    for (; from < to; from++) {
      const one = found[from] as Located;
      gathered.set(records.subarray((one.row - row) * size, (one.row - row + 1) * size), ids.length * size);
      ids.push(one.id);
      if (ids.length === scorer.rows) score();
    }
    const pause = pace();
    if (pause !== undefined) await pause;
  }
  if (ids.length > 0) score();

  function isNear(a: Located, b: Located): boolean {
    return a.file === b.file && (b.row - a.row) * size <= gapBytes;
  }
}

interface Located {
  readonly file: VectorFile;
  readonly row: number;
  readonly id: number;
}

const finders = new WeakMap<VectorFile, (id: number) => number>();

/** The row of an id in a file, or -1. */
export function rowOf(file: VectorFile, id: number): number {
  let find = finders.get(file);
  if (find === undefined) {
    find = rowFinder(file.ids);
    finders.set(file, find);
  }
  return find(id);
}

/** Where candidates lie, in order; those that are in no part are left out. */
function locate(candidates: readonly number[], parts: readonly VectorPart[]): Located[] {
  const ids = candidates.toSorted((a, b) => a - b);
  const found: Located[] = [];
  for (const { file } of parts) {
    for (const id of ids) {
      const row = rowOf(file, id);
      if (row >= 0) found.push({ file, row, id });
    }
  }
  return found;
}
