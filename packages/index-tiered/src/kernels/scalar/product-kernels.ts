import type { KernelMemory } from '../kernel-memory.ts';
import type { Kernels } from '../kernels.ts';
import { innerProduct } from './inner-product.ts';

type ProductKernels = Pick<Kernels, 'productTable' | 'scanCodes' | 'encodeProduct'>;

/** Centroids of a part. */
const perPart = 256;

/** Kernels of a product quantizer. */
export function productKernels(memory: KernelMemory): ProductKernels {
  return {
    productTable(query, centroids, parts, width, table) {
      const vector = memory.float32(query, parts * width);
      const rows = memory.float32(centroids, parts * perPart * width);
      const out = memory.float32(table, parts * perPart);
      for (let entry = 0; entry < out.length; entry++) {
        const part = Math.floor(entry / perPart);
        out[entry] = innerProduct(vector, part * width, rows, entry * width, width);
      }
    },
    scanCodes(table, codes, count, parts, bias, scores) {
      const entries = memory.float32(table, parts * perPart);
      const bytes = memory.bytes(codes, count * parts);
      const out = memory.float32(scores, count);
      for (let i = 0; i < count; i++) {
        let sum = bias;
        for (let m = 0; m < parts; m++) sum += entries[m * perPart + (bytes[i * parts + m] as number)] as number;
        out[i] = sum;
      }
    },
    encodeProduct(vectors, count, columns, norms, parts, width, codes) {
      const numbers = memory.float32(vectors, count * parts * width);
      const transposed = memory.float32(columns, parts * width * perPart);
      const squares = memory.float32(norms, parts * perPart);
      const out = memory.bytes(codes, count * parts);
      const closeness = new Float64Array(perPart);
      for (let code = 0; code < out.length; code++) {
        const part = code % parts;
        // ‖x − c‖² is ‖x‖² − 2 · (x · c − ‖c‖² / 2), so the nearest centroid has the largest of what is in brackets.
        for (let c = 0; c < perPart; c++) closeness[c] = (squares[part * perPart + c] as number) / -2;
        for (let j = 0; j < width; j++) {
          const x = numbers[code * width + j] as number;
          const column = (part * width + j) * perPart;
          for (let c = 0; c < perPart; c++) {
            closeness[c] = (closeness[c] as number) + x * (transposed[column + c] as number);
          }
        }
        out[code] = positionOfLargest(closeness);
      }
    },
  };
}

function positionOfLargest(values: Float64Array): number {
  let position = 0;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value > largest) {
      position = i;
      largest = value;
    }
  }
  return position;
}
