import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { type Assigner, createAssigner } from '../quantization/assigner.ts';
import {
  codewords,
  createProductEncoder,
  encodedAtOnce,
  type ProductQuantizer,
} from '../quantization/product-quantizer.ts';
import { int8Copies } from '../raw-vectors/int8-copies.ts';
import type { VectorShape } from '../raw-vectors/vector-file.ts';

/** Assigns vectors to lists and compresses them. */
export interface ResidualEncoder {
  /** The nearest list of each record; at most `batchRows` of them. */
  assign(records: Uint8Array, count: number, lists: Uint32Array): void;
  /** What is left of records when the centroids of their lists are taken off, row-major. */
  residuals(records: Uint8Array, count: number, lists: Uint32Array, target: Float32Array): void;
  /**
   * The codes of residuals. Gives their squared error, summed over all of them.
   */
  encode(residuals: Float32Array, count: number, codes: Uint8Array): number;
}

/** Makes an encoder with a coarse quantizer; without a product quantizer it can assign only. */
export async function createResidualEncoder(
  kernels: Kernels,
  shape: VectorShape,
  coarse: Float32Array,
  product: ProductQuantizer | undefined,
  pace: Pacer,
): Promise<ResidualEncoder> {
  const { encoding, dimensions } = shape;
  const size = encoding.bytes(dimensions);
  const assigner: Assigner = createAssigner(kernels, dimensions, coarse.length / dimensions);
  await assigner.use(coarse, pace);
  const asInt8 = int8Copies(shape);
  let scores = new Float32Array();
  const encoder = product && createProductEncoder(kernels, product.parts, product.width);
  if (product) encoder?.use(product.centroids);

  return {
    assign(records, count, lists) {
      if (scores.length < count) scores = new Float32Array(count);
      assigner.assign(asInt8(records, count), count, lists, scores);
    },
    residuals(records, count, lists, target) {
      for (let row = 0; row < count; row++) {
        const vector = target.subarray(row * dimensions, (row + 1) * dimensions);
        encoding.read(records, row * size, vector);
        const from = (lists[row] as number) * dimensions;
        for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) - (coarse[from + i] as number);
      }
    },
    encode(residuals, count, codes) {
      if (product === undefined || encoder === undefined)
        throw new Error('There is no product quantizer to encode with.');
      const { parts } = product;
      let error = 0;
      for (let from = 0; from < count; from += encodedAtOnce) {
        const rows = Math.min(encodedAtOnce, count - from);
        const vectors = residuals.subarray(from * dimensions, (from + rows) * dimensions);
        const written = codes.subarray(from * parts, (from + rows) * parts);
        encoder.encode(vectors, rows, written);
        error += squaredError(product, vectors, rows, written);
      }
      return error;
    },
  };
}

function squaredError(product: ProductQuantizer, vectors: Float32Array, count: number, codes: Uint8Array): number {
  const { parts, width, centroids } = product;
  let error = 0;
  for (let row = 0; row < count; row++) {
    for (let part = 0; part < parts; part++) {
      const centroid = (part * codewords + (codes[row * parts + part] as number)) * width;
      const at = (row * parts + part) * width;
      for (let i = 0; i < width; i++) error += ((vectors[at + i] as number) - (centroids[centroid + i] as number)) ** 2;
    }
  }
  return error;
}
