import { type ChunkSet, chunkSetFromRanges } from '@cubo/contracts';

/** The ids of a set, numbered from 0 in ascending order. */
export interface ChunkRanks {
  /** The number of an id of the set. */
  rankOf(id: number): number;
  /** The id with a number. */
  idAt(rank: number): number;
  /** The numbers of those ids that another set holds too. */
  ranksOf(other: ChunkSet): ChunkSet;
}

/** Numbers the ids of a set; look-ups take logarithmic time in its ranges. */
export function chunkRanks(set: ChunkSet): ChunkRanks {
  const { starts, ends } = set;
  const firstRanks = new Float64Array(starts.length);
  for (let i = 1; i < starts.length; i++) {
    firstRanks[i] = (firstRanks[i - 1] as number) + (ends[i - 1] as number) - (starts[i - 1] as number);
  }

  return {
    rankOf(id) {
      const range = lastAtMost(starts, id);
      return (firstRanks[range] as number) + id - (starts[range] as number);
    },
    idAt(rank) {
      const range = lastAtMost(firstRanks, rank);
      return (starts[range] as number) + rank - (firstRanks[range] as number);
    },
    ranksOf(other) {
      const ranges: [number, number][] = [];
      for (let i = 0, j = 0; i < starts.length && j < other.starts.length; ) {
        const from = Math.max(starts[i] as number, other.starts[j] as number);
        const to = Math.min(ends[i] as number, other.ends[j] as number);
        const shift = (firstRanks[i] as number) - (starts[i] as number);
        if (from < to) ranges.push([from + shift, to + shift]);
        if ((ends[i] as number) < (other.ends[j] as number)) i++;
        else j++;
      }
      return chunkSetFromRanges(ranges);
    },
  };
}

function lastAtMost(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
