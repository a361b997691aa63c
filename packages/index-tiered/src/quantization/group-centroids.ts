import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { createRandom, samplePositions } from './random.ts';
import { addRow, normalizeRow } from './rows.ts';
import { sortByGroup } from './sort-by-group.ts';

/** Centroids, put into groups of near ones. */
export interface CentroidGroups {
  /** Numbers of the centroids, group by group. */
  readonly order: Uint32Array;
  /** Where each group begins in `order`, and where the last one ends. */
  readonly starts: Uint32Array;
  /** The middle of each group: unit vectors, row-major. */
  readonly middles: Float32Array;
}

/** Puts up to a number of centroids into groups. */
export type CentroidGrouper = (centroids: Float32Array, count: number, pace: Pacer) => Promise<CentroidGroups>;

const iterations = 6;
/** Centroids compared at once: a few milliseconds of work. */
const step = 64;

/**
 * Makes a grouper for at most `capacity` groups. It groups by spherical k-means with a fixed seed: the same centroids
 * give the same groups.
 */
export function createCentroidGrouper(kernels: Kernels, dimensions: number, capacity: number): CentroidGrouper {
  const { memory } = kernels;
  const places = {
    rows: memory.reserve(4 * dimensions * step),
    middles: memory.reserve(4 * dimensions * capacity),
    products: memory.reserve(4 * step * capacity),
    positions: memory.reserve(4 * step),
    values: memory.reserve(4 * step),
  };

  async function assign(centroids: Float32Array, middles: Float32Array, groupOf: Uint32Array, pace: Pacer) {
    const groups = middles.length / dimensions;
    memory.float32(places.middles, middles.length).set(middles);
    for (let from = 0; from < groupOf.length; from += step) {
      const count = Math.min(step, groupOf.length - from);
      const rows = centroids.subarray(from * dimensions, (from + count) * dimensions);
      memory.float32(places.rows, rows.length).set(rows);
      kernels.matrixProduct(places.rows, places.middles, places.products, count, groups, dimensions);
      kernels.largestOfRows(places.products, count, groups, places.positions, places.values);
      groupOf.set(memory.uint32(places.positions, count), from);
      const pause = pace();
      if (pause !== undefined) await pause;
    }
  }

  return async (centroids, count, pace) => {
    const total = centroids.length / dimensions;
    const first = samplePositions(total, Math.min(count, capacity), createRandom(1));
    const middles = new Float32Array(first.length * dimensions);
    for (const [group, row] of first.entries()) {
      middles.set(centroids.subarray(row * dimensions, (row + 1) * dimensions), group * dimensions);
    }
    const groupOf = new Uint32Array(total);
    for (let iteration = 0; iteration < iterations; iteration++) {
      await assign(centroids, middles, groupOf, pace);
      const sums = new Float64Array(middles.length);
      for (const [row, group] of groupOf.entries()) addRow(sums, group, centroids, row, dimensions);
      // A group that has lost all of its centroids keeps its middle, and stays empty or finds others.
      for (let group = 0; group < first.length; group++) normalizeRow(sums, middles, group, dimensions);
    }
    return { ...sortByGroup(groupOf, first.length), middles };
  };
}
