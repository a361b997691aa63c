import type { ChunkSet } from '@cubo/contracts';

/** Finds the row of an id in a file whose ids these are, or -1: by binary search, with the rows before each range known. */
export function rowFinder(ids: ChunkSet): (id: number) => number {
  const { starts, ends } = ids;
  const rowsBefore = new Float64Array(starts.length);
  for (let range = 1; range < starts.length; range++) {
    rowsBefore[range] = (rowsBefore[range - 1] as number) + (ends[range - 1] as number) - (starts[range - 1] as number);
  }
  return (id) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] as number) <= id) low = middle + 1;
      else high = middle;
    }
    const start = starts[low];
    return start === undefined || start > id ? -1 : (rowsBefore[low] as number) + id - start;
  };
}
