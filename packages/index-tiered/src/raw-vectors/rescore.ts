import type { TopHits } from '@cubo/contracts';
import type { PieceReader } from '../exact/piece-reader.ts';
import type { Pacer } from '../pacer.ts';
import type { PreparedQuery, RecordScorer } from './record-scorer.ts';
import { rowFinder } from './rows-of-ids.ts';
import type { VectorFile } from './vector-file.ts';
import type { VectorPart } from './vector-source.ts';

/** Scores candidates by their vectors as they are kept, read in the order in which they lie in the files. */
export async function rescore(
  candidates: readonly number[],
  parts: readonly VectorPart[],
  options: {
    query: PreparedQuery;
    scorer: RecordScorer;
    pieces: Pick<PieceReader, 'readRow'>;
    size: number;
    top: TopHits;
    pace: Pacer;
  },
): Promise<void> {
  const { query, scorer, pieces, size, top, pace } = options;
  const found = locate(candidates, parts);
  let ids: number[] = [];
  const gathered = new Uint8Array(Math.min(scorer.rows, found.length) * size);

  function score(): void {
    const scores = scorer.score(query, gathered, ids.length);
    for (const [i, id] of ids.entries()) {
      const value = scores[i] as number;
      if (value > query.rounding) top.offer(id, value);
    }
    ids = [];
  }
  for (const { file, row, id } of found) {
    const { bytes, firstRow } = pieces.readRow(file, row);
    gathered.set(bytes.subarray((row - firstRow) * size, (row - firstRow + 1) * size), ids.length * size);
    ids.push(id);
    if (ids.length === scorer.rows) score();
    const pause = pace();
    if (pause !== undefined) await pause;
  }
  if (ids.length > 0) score();
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
