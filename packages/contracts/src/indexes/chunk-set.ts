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

/** Collects ranges whose starts do not descend; overlapping and adjacent ones are joined, empty ones left out. */
interface AscendingRanges {
  /** False, and nothing is added, for a range that starts before the last one. */
  add(start: number, end: number): boolean;
  set(): ChunkSet;
}

function ascendingRanges(): AscendingRanges {
  const starts: number[] = [];
  const ends: number[] = [];
  let size = 0;
  let lastStart = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;
  return {
    add(start, end) {
      if (end <= start) return true;
      if (start < lastStart) return false;
      if (start > lastEnd) {
        starts.push(start);
        ends.push(end);
        size += end - start;
        lastStart = start;
        lastEnd = end;
      } else if (end > lastEnd) {
        size += end - lastEnd;
        ends[ends.length - 1] = end;
        lastEnd = end;
      }
      return true;
    },
    set: () => (size === 0 ? emptyChunkSet : { size, starts, ends }),
  };
}

/** Makes a set from ranges in any order; overlapping and adjacent ones are joined, empty ones left out. */
export function chunkSetFromRanges(ranges: Iterable<readonly [start: number, end: number]>): ChunkSet {
  const given = Array.isArray(ranges) ? (ranges as readonly (readonly [number, number])[]) : [...ranges];
  const collected = ascendingRanges();
  if (given.every(([start, end]) => collected.add(start, end))) return collected.set();
  const sorted = ascendingRanges();
  for (const [start, end] of given.toSorted((a, b) => a[0] - b[0])) sorted.add(start, end);
  return sorted.set();
}

/** Makes a set from single ids in any order. */
export function chunkSetFromIds(ids: Iterable<number>): ChunkSet {
  const given = Float64Array.from(ids);
  const collected = ascendingRanges();
  if (given.every((id) => collected.add(id, id + 1))) return collected.set();
  const sorted = ascendingRanges();
  for (const id of given.sort()) sorted.add(id, id + 1);
  return sorted.set();
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

/** The ids that are in both sets; one of the two itself where the other holds all of it. Linear in the ranges. */
export function intersectChunkSets(a: ChunkSet, b: ChunkSet): ChunkSet {
  const shared = ascendingRanges();
  for (let i = 0, j = 0; i < a.starts.length && j < b.starts.length; ) {
    const endA = a.ends[i] as number;
    const endB = b.ends[j] as number;
    shared.add(Math.max(a.starts[i] as number, b.starts[j] as number), Math.min(endA, endB));
    if (endA < endB) i++;
    else j++;
  }
  return sameOr(shared.set(), a, b);
}

/** The ids that are in either set; one of the two itself where it holds all of the other. Linear in the ranges. */
export function uniteChunkSets(a: ChunkSet, b: ChunkSet): ChunkSet {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const all = ascendingRanges();
  for (let i = 0, j = 0; i < a.starts.length || j < b.starts.length; ) {
    const startA = a.starts[i] ?? Number.POSITIVE_INFINITY;
    const startB = b.starts[j] ?? Number.POSITIVE_INFINITY;
    if (startA <= startB) all.add(startA, a.ends[i++] as number);
    else all.add(startB, b.ends[j++] as number);
  }
  return sameOr(all.set(), a, b);
}

/** The ids of `a` that are not in `b`; `a` itself where these are all. Linear in the ranges. */
export function subtractChunkSets(a: ChunkSet, b: ChunkSet): ChunkSet {
  if (a.size === 0 || b.size === 0) return a;
  const rest = ascendingRanges();
  for (let i = 0, j = 0; i < a.starts.length; i++) {
    let from = a.starts[i] as number;
    const end = a.ends[i] as number;
    while (j < b.ends.length && (b.ends[j] as number) <= from) j++;
    for (; j < b.starts.length && (b.starts[j] as number) < end; j++) {
      rest.add(from, b.starts[j] as number);
      from = b.ends[j] as number;
      // It may reach into the next range of `a`.
      if (from >= end) break;
    }
    rest.add(from, end);
  }
  return sameOr(rest.set(), a);
}

/** One of the operands where the result equals it, so that what is remembered by identity stays valid. */
function sameOr(result: ChunkSet, a: ChunkSet, b: ChunkSet = a): ChunkSet {
  if (result.size === a.size) return a;
  return result.size === b.size ? b : result;
}
