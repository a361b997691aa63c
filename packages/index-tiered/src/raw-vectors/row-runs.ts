import type { ChunkSet } from '@cubo/contracts';

/** Vectors that lie one behind the other and whose ids follow one another: `id + i` is in row `row + i`. */
export interface RowRun {
  readonly id: number;
  readonly row: number;
  readonly length: number;
}

/** Where the vectors of `selected`, a subset of `ids`, lie among the vectors of `ids`. */
export function* rowRuns(ids: ChunkSet, selected: ChunkSet): Generator<RowRun> {
  let range = 0;
  let rowsBefore = 0;
  for (const [index, id] of selected.starts.entries()) {
    while ((ids.ends[range] as number) <= id) {
      rowsBefore += (ids.ends[range] as number) - (ids.starts[range] as number);
      range++;
    }
    const row = rowsBefore + id - (ids.starts[range] as number);
    yield { id, row, length: (selected.ends[index] as number) - id };
  }
}
