import type { KernelMemory } from '../kernel-memory.ts';
import type { Kernels } from '../kernels.ts';
import { innerProduct } from './inner-product.ts';

type MatrixKernels = Pick<Kernels, 'matrixProduct' | 'squaredDistances' | 'largestOfRows'>;

/** Kernels on float32 matrices. */
export function matrixKernels(memory: KernelMemory): MatrixKernels {
  return {
    matrixProduct(a, b, c, rows, columns, depth) {
      const left = memory.float32(a, rows * depth);
      const right = memory.float32(b, columns * depth);
      const out = memory.float32(c, rows * columns);
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < columns; j++) {
          out[i * columns + j] = innerProduct(left, i * depth, right, j * depth, depth);
        }
      }
    },
    squaredDistances(points, count, centroidRows, centroids, dimensions, distances) {
      const left = memory.float32(points, count * dimensions);
      const right = memory.float32(centroidRows, centroids * dimensions);
      const out = memory.float32(distances, count * centroids);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < centroids; j++) {
          let sum = 0;
          for (let k = 0; k < dimensions; k++) {
            const difference = (left[i * dimensions + k] as number) - (right[j * dimensions + k] as number);
            sum += difference * difference;
          }
          out[i * centroids + j] = sum;
        }
      }
    },
    largestOfRows(matrix, rows, columns, positions, values) {
      const numbers = memory.float32(matrix, rows * columns);
      const outPositions = memory.uint32(positions, rows);
      const outValues = memory.float32(values, rows);
      for (let i = 0; i < rows; i++) {
        let position = 0;
        let value = Number.NEGATIVE_INFINITY;
        for (let j = 0; j < columns; j++) {
          const candidate = numbers[i * columns + j] as number;
          if (candidate > value) {
            position = j;
            value = candidate;
          }
        }
        outPositions[i] = position;
        outValues[i] = value;
      }
    },
  };
}
