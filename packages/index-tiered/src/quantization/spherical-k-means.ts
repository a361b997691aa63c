import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import { batchRows, createAssigner } from './assigner.ts';
import { samplePositions } from './random.ts';
import { addRow, normalizeRow } from './rows.ts';
import { sortByGroup } from './sort-by-group.ts';

/** What is clustered, and how. */
export interface SphericalKMeansOptions {
  readonly kernels: Kernels;
  readonly dimensions: number;
  /** Int8 records, one behind the other. */
  readonly records: Uint8Array;
  /** Clusters wanted; there are fewer where there are fewer records. */
  readonly clusters: number;
  readonly random: () => number;
  readonly pace: Pacer;
  /** Passes over the records at most. Default 10; it ends earlier when hardly any record moves. */
  readonly iterations?: number | undefined;
}

/** A pass in which fewer of the records than this share have moved is the last one. */
const settled = 0.005;

/**
 * Spherical k-means (Dhillon and Modha 2001): clusters by inner product, with centroids of unit length. Many clusters are
 * found by way of groups, see `createAssigner`. Gives the centroids, row-major.
 */
export async function sphericalKMeans(options: SphericalKMeansOptions): Promise<Float32Array> {
  const { kernels, dimensions, records, random, pace, iterations = 10 } = options;
  const size = int8Encoding.bytes(dimensions);
  const count = records.length / size;
  const clusters = Math.min(count, options.clusters);
  const centroids = new Float32Array(clusters * dimensions);
  const vector = new Float32Array(dimensions);
  for (const [cluster, row] of samplePositions(count, clusters, random).entries()) {
    int8Encoding.read(records, row * size, vector);
    normalizeRow(Float64Array.from(vector), vector, 0, dimensions);
    centroids.set(vector, cluster * dimensions);
  }

  const assigner = createAssigner(kernels, dimensions, clusters);
  const clusterOf = new Uint32Array(count).fill(clusters);
  const lists = new Uint32Array(batchRows);
  const scores = new Float32Array(batchRows);
  const sum = new Float64Array(dimensions);
  for (let iteration = 0; iteration < iterations; iteration++) {
    await assigner.use(centroids, pace);
    let moved = 0;
    for (let from = 0; from < count; from += batchRows) {
      const rows = Math.min(batchRows, count - from);
      assigner.assign(records.subarray(from * size, (from + rows) * size), rows, lists, scores);
      for (let i = 0; i < rows; i++) {
        const cluster = lists[i] as number;
        if (clusterOf[from + i] !== cluster) moved++;
        clusterOf[from + i] = cluster;
      }
      const pause = pace();
      if (pause !== undefined) await pause;
    }
    // Cluster by cluster: sums of all of them at once would take twice as much as the centroids.
    const { order, starts } = sortByGroup(clusterOf, clusters);
    const members = new Uint32Array(clusters);
    for (let cluster = 0; cluster < clusters; cluster++) {
      const rows = order.subarray(starts[cluster], starts[cluster + 1]);
      members[cluster] = rows.length;
      sum.fill(0);
      for (const row of rows) {
        int8Encoding.read(records, row * size, vector);
        addRow(sum, 0, vector, 0, dimensions);
      }
      normalizeRow(sum, centroids.subarray(cluster * dimensions), 0, dimensions);
      const pause = pace();
      if (pause !== undefined) await pause;
    }
    fillEmpty(centroids, members, dimensions, random);
    if (moved < count * settled) break;
  }
  return centroids;
}

/** Gives an empty cluster half of the largest one: two centroids on either side of its middle. */
function fillEmpty(centroids: Float32Array, members: Uint32Array, dimensions: number, random: () => number): void {
  for (const [cluster, count] of members.entries()) {
    if (count > 0) continue;
    let largest = 0;
    for (const [other, size] of members.entries()) if (size > (members[largest] as number)) largest = other;
    if ((members[largest] as number) < 2) return;
    const from = largest * dimensions;
    const to = cluster * dimensions;
    for (let i = 0; i < dimensions; i++) {
      const value = centroids[from + i] as number;
      const shift = (random() - 0.5) / 64;
      centroids[to + i] = value * (1 + shift);
      centroids[from + i] = value * (1 - shift);
    }
    for (const row of [largest, cluster]) {
      normalizeRow(
        Float64Array.from(centroids.subarray(row * dimensions, (row + 1) * dimensions)),
        centroids.subarray(row * dimensions),
        0,
        dimensions,
      );
    }
    members[cluster] = (members[largest] as number) >>> 1;
    members[largest] = (members[largest] as number) - (members[cluster] as number);
  }
}
