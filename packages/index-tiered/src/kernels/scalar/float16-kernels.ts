import type { KernelMemory } from '../kernel-memory.ts';
import type { Kernels } from '../kernels.ts';
import { largestRow } from './largest-row.ts';

type Float16Kernels = Pick<Kernels, 'float16Scores' | 'float16ScoresAt'>;

/** Scores of float16 records. */
export function float16Kernels(memory: KernelMemory): Float16Kernels {
  return {
    float16Scores(query, records, count, dimensions, scores) {
      const factors = memory.float32(query, dimensions);
      const bytes = memory.bytes(records, count * dimensions * 2);
      const out = memory.float32(scores, count);
      for (let i = 0; i < count; i++) out[i] = innerProduct(bytes, i, factors);
    },
    float16ScoresAt(query, records, rows, count, dimensions, scores) {
      const factors = memory.float32(query, dimensions);
      const wanted = memory.uint32(rows, count);
      const bytes = memory.bytes(records, (largestRow(wanted) + 1) * dimensions * 2);
      const out = memory.float32(scores, count);
      for (let i = 0; i < count; i++) out[i] = innerProduct(bytes, wanted[i] as number, factors);
    },
  };
}

function innerProduct(bytes: Uint8Array, row: number, query: Float32Array): number {
  const first = row * query.length * 2;
  let sum = 0;
  for (let j = 0; j < query.length; j++) {
    const half = (bytes[first + 2 * j] as number) | ((bytes[first + 2 * j + 1] as number) << 8);
    sum += numberOf(half) * (query[j] as number);
  }
  return sum;
}

/** The value of an IEEE 754 binary16 number. */
function numberOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const mantissa = half & 0x3ff;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + mantissa) * (powers[exponent] as number);
}

/** What one unit of the mantissa stands for, by exponent. */
const powers: readonly number[] = Array.from({ length: 31 }, (_, exponent) => 2 ** (exponent - 25));
