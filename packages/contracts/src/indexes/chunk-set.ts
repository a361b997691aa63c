/**
 * An immutable set of chunk ids, kept as sorted, disjoint, non-adjacent half-open ranges. Chunks of a document have
 * consecutive ids, so a set of a million chunks is usually a few thousand ranges.
 */
export interface ChunkSet {
  /** Number of ids. */
  readonly size: number;
  /** First id of each range, ascending. */
  readonly starts: readonly number[];
  /** One past the last id of each range, ascending. */
  readonly ends: readonly number[];
}

/** The set that holds nothing. */
export const emptyChunkSet: ChunkSet = Object.freeze({ size: 0, starts: [], ends: [] });

/** Makes a set from ranges in any order; overlapping and adjacent ones are joined, empty ones left out. */
export function chunkSetFromRanges(ranges: Iterable<readonly [start: number, end: number]>): ChunkSet {
  const sorted = [...ranges].filter(([start, end]) => end > start).sort((a, b) => a[0] - b[0]);
  const starts: number[] = [];
  const ends: number[] = [];
  let size = 0;
  for (const [start, end] of sorted) {
    const last = ends.length - 1;
    const lastEnd = ends[last];
    if (lastEnd !== undefined && start <= lastEnd) {
      if (end > lastEnd) {
        size += end - lastEnd;
        ends[last] = end;
      }
    } else {
      starts.push(start);
      ends.push(end);
      size += end - start;
    }
  }
  return { size, starts, ends };
}

/** Makes a set from single ids in any order. */
export function chunkSetFromIds(ids: Iterable<number>): ChunkSet {
  return chunkSetFromRanges(Array.from(ids, (id) => [id, id + 1] as const));
}

/** The ranges of a set, ascending. */
export function* chunkRanges(set: ChunkSet): Generator<readonly [start: number, end: number]> {
  for (let i = 0; i < set.starts.length; i++) yield [set.starts[i] as number, set.ends[i] as number];
}

/** The ids of a set, ascending. */
export function* chunkIds(set: ChunkSet): Generator<number> {
  for (const [start, end] of chunkRanges(set)) for (let id = start; id < end; id++) yield id;
}

/** Tells whether an id is in the set, in logarithmic time. */
export function chunkSetHas(set: ChunkSet, id: number): boolean {
  let low = 0;
  let high = set.starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((set.ends[middle] as number) <= id) low = middle + 1;
    else high = middle;
  }
  return low < set.starts.length && (set.starts[low] as number) <= id;
}

/** A membership test for ids that are asked in ascending order: constant time on average. */
export function chunkSetCursor(set: ChunkSet): (id: number) => boolean {
  const { starts, ends } = set;
  let range = 0;
  return (id) => {
    while (range < ends.length && (ends[range] as number) <= id) range++;
    return range < starts.length && (starts[range] as number) <= id;
  };
}

/** The ids that are in both sets. */
export function intersectChunkSets(a: ChunkSet, b: ChunkSet): ChunkSet {
  const ranges: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < a.starts.length && j < b.starts.length) {
    const start = Math.max(a.starts[i] as number, b.starts[j] as number);
    const endA = a.ends[i] as number;
    const endB = b.ends[j] as number;
    if (start < Math.min(endA, endB)) ranges.push([start, Math.min(endA, endB)]);
    if (endA < endB) i++;
    else j++;
  }
  return chunkSetFromRanges(ranges);
}

/** The ids that are in either set. */
export function uniteChunkSets(a: ChunkSet, b: ChunkSet): ChunkSet {
  return chunkSetFromRanges([...chunkRanges(a), ...chunkRanges(b)]);
}

/** The ids of `a` that are not in `b`. */
export function subtractChunkSets(a: ChunkSet, b: ChunkSet): ChunkSet {
  const ranges: [number, number][] = [];
  let j = 0;
  for (const [start, end] of chunkRanges(a)) {
    let from = start;
    while (j < b.ends.length && (b.ends[j] as number) <= from) j++;
    let k = j;
    while (k < b.starts.length && (b.starts[k] as number) < end) {
      if ((b.starts[k] as number) > from) ranges.push([from, b.starts[k] as number]);
      from = Math.max(from, b.ends[k] as number);
      k++;
    }
    if (from < end) ranges.push([from, end]);
  }
  return chunkSetFromRanges(ranges);
}
