import type { KernelMemory } from '../kernel-memory.ts';
import type { Kernels } from '../kernels.ts';

type SelectionKernels = Pick<Kernels, 'positionsAbove' | 'topPositions'>;

/** Kernels that select scores. */
export function selectionKernels(memory: KernelMemory): SelectionKernels {
  return {
    positionsAbove(scores, count, threshold, positions) {
      const numbers = memory.float32(scores, count);
      const out = memory.uint32(positions, count);
      let found = 0;
      for (let i = 0; i < count; i++) {
        if ((numbers[i] as number) > threshold) out[found++] = i;
      }
      return found;
    },
    topPositions(scores, count, limit, positions) {
      const numbers = memory.float32(scores, count);
      const heap = memory.uint32(positions, Math.min(count, limit));
      if (heap.length === 0) return 0;
      for (let i = 0; i < heap.length; i++) heap[i] = i;
      for (let i = heap.length >> 1; i-- > 0; ) sink(numbers, heap, i, heap.length, heap[i] as number);
      for (let i = heap.length; i < count; i++) {
        if (isWorse(numbers, heap[0] as number, i)) sink(numbers, heap, 0, heap.length, i);
      }
      for (let last = heap.length - 1; last > 0; last--) {
        const position = heap[last] as number;
        heap[last] = heap[0] as number;
        sink(numbers, heap, 0, last, position);
      }
      return heap.length;
    },
  };
}

/** Puts a position into a heap with the worst on top: from `start` downwards, below everything that is worse. */
function sink(scores: Float32Array, heap: Uint32Array, start: number, size: number, position: number): void {
  let hole = start;
  for (let child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
    if (child + 1 < size && isWorse(scores, heap[child + 1] as number, heap[child] as number)) child++;
    const below = heap[child] as number;
    if (!isWorse(scores, below, position)) break;
    heap[hole] = below;
    hole = child;
  }
  heap[hole] = position;
}

/** A lower score is worse, of equal ones the later; NaN is worse than any number. */
function isWorse(scores: Float32Array, a: number, b: number): boolean {
  const first = scores[a] as number;
  const second = scores[b] as number;
  if (first < second) return true;
  if (first > second) return false;
  const isNumber = !Number.isNaN(second);
  return Number.isNaN(first) === isNumber ? isNumber : a > b;
}
