import type { KernelMemory } from './kernel-memory.ts';
import type { Kernels } from './kernels.ts';
import { float16Kernels } from './scalar/float16-kernels.ts';
import { int8Kernels } from './scalar/int8-kernels.ts';
import { matrixKernels } from './scalar/matrix-kernels.ts';
import { productKernels } from './scalar/product-kernels.ts';
import { selectionKernels } from './scalar/selection-kernels.ts';

/**
 * The kernels in plain TypeScript, for engines without WebAssembly SIMD, and as the reference in tests. Sums of float32
 * numbers are float64 here, and rounded once.
 */
export function scalarKernels(memory: KernelMemory): Kernels {
  return {
    kind: 'scalar',
    memory,
    ...int8Kernels(memory),
    ...float16Kernels(memory),
    ...matrixKernels(memory),
    ...productKernels(memory),
    ...selectionKernels(memory),
  };
}
