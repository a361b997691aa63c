import type { KernelMemory } from '../kernel-memory.ts';
import type { Kernels } from '../kernels.ts';
import { largestRow } from './largest-row.ts';

type Int8Kernels = Pick<Kernels, 'int8Scores' | 'int8ScoresAt' | 'int8Products'>;

/** Scores of int8 records. */
export function int8Kernels(memory: KernelMemory): Int8Kernels {
  return {
    int8Scores(query, factor, records, count, dimensions, scores) {
      const integers = memory.int16(query, dimensions);
      const record = recordsAt(memory, records, count, dimensions);
      const out = memory.float32(scores, count);
      for (let i = 0; i < count; i++) out[i] = record.scale(i) * factor * record.sum(i, integers);
    },
    int8ScoresAt(query, factor, records, rows, count, dimensions, scores) {
      const integers = memory.int16(query, dimensions);
      const wanted = memory.uint32(rows, count);
      const record = recordsAt(memory, records, largestRow(wanted) + 1, dimensions);
      const out = memory.float32(scores, count);
      for (let i = 0; i < count; i++) {
        const row = wanted[i] as number;
        out[i] = record.scale(row) * factor * record.sum(row, integers);
      }
    },
    int8Products(queryRows, factors, queries, records, count, dimensions, scores) {
      const padded = Math.ceil(dimensions / 8) * 8;
      const factorOf = memory.float32(factors, queries);
      const record = recordsAt(memory, records, count, dimensions);
      const out = memory.float32(scores, count * queries);
      for (let q = 0; q < queries; q++) {
        const integers = memory.int16(queryRows + q * padded * 2, dimensions);
        const factor = factorOf[q] as number;
        for (let i = 0; i < count; i++) {
          out[i * queries + q] = record.scale(i) * factor * record.sum(i, integers);
        }
      }
    },
  };
}

function recordsAt(memory: KernelMemory, offset: number, count: number, dimensions: number) {
  const stride = 4 + dimensions;
  const bytes = memory.int8(offset, count * stride);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    scale: (row: number): number => view.getFloat32(row * stride, true),
    /** The sum of the products with a query, as int32. */
    sum(row: number, query: Int16Array): number {
      const first = row * stride + 4;
      let sum = 0;
      for (let j = 0; j < dimensions; j++) sum += (bytes[first + j] as number) * (query[j] as number);
      return sum | 0;
    },
  };
}
