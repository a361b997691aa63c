import { createRandom } from './tiered-parts.ts';

/** Clusters of unit vectors, from which vectors are drawn. */
export interface VectorClusters {
  readonly dimensions: number;
  /** Row-major, each of unit length. */
  readonly centres: Float32Array;
}

/** Vectors of a cluster, on average. */
const perCluster = 250;
const rowsPerBlock = 4096;

/** As many centres as a number of vectors calls for, spread evenly over all directions; the same for a seed. */
export function vectorClusters(options: { seed: number; vectors: number; dimensions: number }): VectorClusters {
  const { seed, vectors, dimensions } = options;
  const clusters = Math.max(1, Math.ceil(vectors / perCluster));
  const centres = new Float32Array(clusters * dimensions);
  const bell = createBell(createRandom(seed));
  for (let row = 0; row < clusters; row++) {
    const centre = centres.subarray(row * dimensions, (row + 1) * dimensions);
    for (let i = 0; i < dimensions; i++) centre[i] = bell();
    normalize(centre);
  }
  return { dimensions, centres };
}

/**
 * Unit vectors about the centres of clusters, in blocks; the same for a seed. Two of a cluster have a cosine of about
 * 0.75; nothing tells the directions in which they differ apart, which is as hard for compression as it gets.
 */
export function* syntheticVectors(
  { dimensions, centres }: VectorClusters,
  options: { seed: number; vectors: number },
): Generator<Float32Array> {
  const clusters = centres.length / dimensions;
  const scale = 1 / Math.sqrt(dimensions);
  const random = createRandom(options.seed);
  const bell = createBell(random);
  for (let first = 0; first < options.vectors; first += rowsPerBlock) {
    const block = new Float32Array(Math.min(rowsPerBlock, options.vectors - first) * dimensions);
    for (let at = 0; at < block.length; at += dimensions) {
      const centre = Math.floor(random() * clusters) * dimensions;
      for (let i = 0; i < dimensions; i++) block[at + i] = (centres[centre + i] as number) + bell() * scale;
      normalize(block.subarray(at, at + dimensions));
    }
    yield block;
  }
}

/** Numbers about 0 that are nearly normally distributed, with a variance of 1/3. */
function createBell(random: () => number): () => number {
  return () => random() + random() + random() + random() - 2;
}

/** Brings a vector to unit length, unless it is zero. */
export function normalize(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return;
  const factor = 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) * factor;
}
