import { integerQuery } from '../kernels/integer-query.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import { createCentroidGrouper } from './group-centroids.ts';

/** Finds the centroid with the largest inner product for each of many vectors. */
export interface Assigner {
  /** From now on these are the centroids: unit vectors or zeros, row-major. */
  use(centroids: Float32Array, pace: Pacer): Promise<void>;
  /**
   * The nearest centroid of each int8 record, and the inner product. At most {@link batchRows} records.
   */
  assign(records: Uint8Array, count: number, lists: Uint32Array, scores: Float32Array): void;
}

/** Records that are assigned at once: a few milliseconds of work. */
export const batchRows = 256;

/** Up to so many centroids each is compared with all of them. */
const mostFlat = 256;
/** Groups whose centroids are compared with a vector. */
const probedGroups = 4;

/**
 * Makes an assigner for up to `capacity` centroids. Many centroids are put into groups, and a vector is compared with the
 * centroids of the four groups nearest to it: with 4000 centroids that is a tenth of the work, and where the nearest
 * centroid is missed, another near one is found.
 */
export function createAssigner(kernels: Kernels, dimensions: number, capacity: number): Assigner {
  const { memory } = kernels;
  const padded = Math.ceil(dimensions / 8) * 8;
  const size = int8Encoding.bytes(dimensions);
  const groupCapacity = Math.ceil(Math.sqrt(capacity)) + 1;
  const places = {
    queries: memory.reserve(2 * padded * capacity),
    factors: memory.reserve(4 * capacity),
    groupQueries: memory.reserve(2 * padded * groupCapacity),
    groupFactors: memory.reserve(4 * groupCapacity),
    records: memory.reserve(batchRows * size),
    gathered: memory.reserve(batchRows * size),
    scores: memory.reserve(4 * batchRows * Math.max(groupCapacity, mostFlat)),
    positions: memory.reserve(4 * batchRows),
    values: memory.reserve(4 * batchRows),
  };
  const group = capacity > mostFlat ? createCentroidGrouper(kernels, dimensions, groupCapacity) : undefined;
  /** Number of each centroid in the order in which they lie in memory, group by group. */
  let order: Uint32Array = new Uint32Array();
  /** Where the centroids of each group begin in that order, and where those of the last one end. */
  let starts: Uint32Array = Uint32Array.of(0, 0);

  function store(centroids: Float32Array, row: number, queries: number, factors: number, place: number): void {
    const centroid = centroids.subarray(row * dimensions, (row + 1) * dimensions);
    const { factor } = integerQuery(centroid, dimensions, memory.int16(queries + 2 * padded * place, padded));
    memory.float32(factors + 4 * place, 1)[0] = factor;
  }

  /** Compares the records with the centroids of one group, at most as many at a time as there is room for. */
  function assignWithin(
    number: number,
    records: number,
    count: number,
    take: (row: number, list: number, score: number) => void,
  ): void {
    const step = Math.max(groupCapacity, mostFlat);
    const end = starts[number + 1] as number;
    for (let from = starts[number] as number; from < end; from += step) {
      const centroids = Math.min(step, end - from);
      const { queries, factors, scores, positions, values } = places;
      const first = queries + 2 * padded * from;
      kernels.int8Products(first, factors + 4 * from, centroids, records, count, dimensions, scores);
      kernels.largestOfRows(scores, count, centroids, positions, values);
      const nearest = memory.uint32(positions, count);
      const best = memory.float32(values, count);
      for (let row = 0; row < count; row++) {
        take(row, order[from + (nearest[row] as number)] as number, best[row] as number);
      }
    }
  }

  return {
    async use(centroids, pace) {
      const count = centroids.length / dimensions;
      if (group === undefined || count <= mostFlat) {
        order = Uint32Array.from({ length: count }, (_, i) => i);
        starts = Uint32Array.of(0, count);
      } else {
        const groups = await group(centroids, Math.ceil(Math.sqrt(count)), pace);
        ({ order, starts } = groups);
        for (let number = 0; number < starts.length - 1; number++) {
          store(groups.middles, number, places.groupQueries, places.groupFactors, number);
        }
      }
      for (const [place, row] of order.entries()) store(centroids, row, places.queries, places.factors, place);
    },
    assign(records, count, lists, scores) {
      memory.bytes(places.records, count * size).set(records.subarray(0, count * size));
      scores.fill(Number.NEGATIVE_INFINITY, 0, count);
      const groups = starts.length - 1;
      if (groups <= probedGroups) {
        for (let group = 0; group < groups; group++) {
          assignWithin(group, places.records, count, (row, list, score) => offer(row, list, score));
        }
        return;
      }
      const members = probe(count, groups);
      for (const [group, rows] of members.entries()) {
        if (rows.length === 0) continue;
        const all = memory.bytes(places.records, count * size);
        const gathered = memory.bytes(places.gathered, rows.length * size);
        for (const [i, row] of rows.entries()) gathered.set(all.subarray(row * size, (row + 1) * size), i * size);
        assignWithin(group, places.gathered, rows.length, (i, list, score) => offer(rows[i] as number, list, score));
      }

      function offer(row: number, list: number, score: number): void {
        const best = scores[row] as number;
        // Which of equals it is must not depend on the order of the groups.
        if (score < best || (score === best && list > (lists[row] as number))) return;
        scores[row] = score;
        lists[row] = list;
      }
    },
  };

  /** The rows that are to be compared with each group. */
  function probe(count: number, groups: number): number[][] {
    const { groupQueries, groupFactors, records, scores, positions } = places;
    kernels.int8Products(groupQueries, groupFactors, groups, records, count, dimensions, scores);
    const members: number[][] = Array.from({ length: groups }, () => []);
    for (let row = 0; row < count; row++) {
      const found = kernels.topPositions(scores + 4 * row * groups, groups, probedGroups, positions);
      for (const group of memory.uint32(positions, found)) (members[group] as number[]).push(row);
    }
    return members;
  }
}
