import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';

/** Centroids of each part: a code of one byte names one of them. */
export const codewords = 256;

/**
 * A product quantizer (Jégou, Douze and Schmid 2011): vectors are cut into parts of equal width, and of each part only the
 * number of the nearest of 256 centroids is kept.
 */
export interface ProductQuantizer {
  readonly parts: number;
  /** Dimensions of a part. */
  readonly width: number;
  /** parts × 256 × width. */
  readonly centroids: Float32Array;
}

/** Encodes vectors; made for one quantizer, whose tables it keeps in kernel memory. */
export interface ProductEncoder {
  /** Encodes at most {@link encodedAtOnce} vectors, row-major, into as many times `parts` bytes. */
  encode(vectors: Float32Array, count: number, codes: Uint8Array): void;
  /** Encodes with these centroids from now on. */
  use(centroids: Float32Array): void;
}

/** Vectors that are encoded at once: a few milliseconds of work. */
export const encodedAtOnce = 64;

/** Makes an encoder for quantizers of a shape. */
export function createProductEncoder(kernels: Kernels, parts: number, width: number): ProductEncoder {
  const { memory } = kernels;
  const dimensions = parts * width;
  const columnsAt = memory.reserve(4 * dimensions * codewords);
  const normsAt = memory.reserve(4 * parts * codewords);
  const vectorsAt = memory.reserve(4 * dimensions * encodedAtOnce);
  const codesAt = memory.reserve(parts * encodedAtOnce);
  return {
    use(centroids) {
      const columns = memory.float32(columnsAt, dimensions * codewords);
      const norms = memory.float32(normsAt, parts * codewords).fill(0);
      for (let part = 0; part < parts; part++) {
        for (let code = 0; code < codewords; code++) {
          let norm = 0;
          for (let i = 0; i < width; i++) {
            const value = centroids[(part * codewords + code) * width + i] as number;
            columns[(part * width + i) * codewords + code] = value;
            norm += value * value;
          }
          norms[part * codewords + code] = norm;
        }
      }
    },
    encode(vectors, count, codes) {
      memory.float32(vectorsAt, count * dimensions).set(vectors.subarray(0, count * dimensions));
      kernels.encodeProduct(vectorsAt, count, columnsAt, normsAt, parts, width, codesAt);
      codes.set(memory.bytes(codesAt, count * parts));
    },
  };
}

/** What a product quantizer is trained on, and how. */
export interface ProductTrainingOptions {
  readonly kernels: Kernels;
  readonly parts: number;
  readonly width: number;
  /** Row-major. */
  readonly vectors: Float32Array;
  readonly random: () => number;
  readonly pace: Pacer;
  /** Passes over the vectors. Default 12. */
  readonly iterations?: number | undefined;
}

/** Trains a product quantizer: k-means by Euclidean distance in each part. */
export async function trainProductQuantizer(options: ProductTrainingOptions): Promise<ProductQuantizer> {
  const { kernels, parts, width, vectors, random, pace, iterations = 12 } = options;
  const dimensions = parts * width;
  const count = vectors.length / dimensions;
  const centroids = new Float32Array(parts * codewords * width);

  /** Puts the part of some vector in the place of a centroid. */
  function draw(part: number, code: number): void {
    const row = Math.floor(random() * count);
    const from = row * dimensions + part * width;
    centroids.set(vectors.subarray(from, from + width), (part * codewords + code) * width);
  }
  for (let part = 0; part < parts; part++) for (let code = 0; code < codewords; code++) draw(part, code);

  const encoder = createProductEncoder(kernels, parts, width);
  const codes = new Uint8Array(encodedAtOnce * parts);
  const sums = new Float64Array(centroids.length);
  const members = new Uint32Array(parts * codewords);
  for (let iteration = 0; iteration < iterations && count > 0; iteration++) {
    encoder.use(centroids);
    sums.fill(0);
    members.fill(0);
    for (let from = 0; from < count; from += encodedAtOnce) {
      const rows = Math.min(encodedAtOnce, count - from);
      encoder.encode(vectors.subarray(from * dimensions, (from + rows) * dimensions), rows, codes);
      for (let i = 0; i < rows; i++) {
        for (let part = 0; part < parts; part++) {
          const centroid = part * codewords + (codes[i * parts + part] as number);
          members[centroid] = (members[centroid] as number) + 1;
          const at = (from + i) * dimensions + part * width;
          for (let j = 0; j < width; j++) {
            const place = centroid * width + j;
            sums[place] = (sums[place] as number) + (vectors[at + j] as number);
          }
        }
      }
      const pause = pace();
      if (pause !== undefined) await pause;
    }
    for (let centroid = 0; centroid < members.length; centroid++) {
      const of = members[centroid] as number;
      if (of === 0) draw(Math.floor(centroid / codewords), centroid % codewords);
      for (let j = 0; of > 0 && j < width; j++) {
        centroids[centroid * width + j] = (sums[centroid * width + j] as number) / of;
      }
    }
  }
  return { parts, width, centroids };
}
