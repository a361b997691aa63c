import { createHash } from 'node:crypto';
import type { ProductQuantizer } from '../quantization/product-quantizer.ts';

/** By what cold vectors are compressed. Segments with the same codebook can be merged list by list. */
export interface Codebook {
  /** SHA-256 of all centroids, hexadecimal. */
  readonly id: string;
  readonly dimensions: number;
  /** Coarse centroids, unit vectors, row-major: one for each inverted list. */
  readonly coarse: Float32Array;
  /** Quantizes what is left of a vector when its coarse centroid is taken off. */
  readonly product: ProductQuantizer;
  /** Vectors it was trained for. */
  readonly vectors: number;
  /** Mean squared error of those vectors, compressed, in relation to their mean squared length. */
  readonly error: number;
}

/** The id of a codebook. */
export function codebookId(coarse: Float32Array, product: ProductQuantizer): string {
  const hash = createHash('sha256');
  for (const numbers of [coarse, product.centroids]) {
    hash.update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  }
  return hash.digest('hex');
}
