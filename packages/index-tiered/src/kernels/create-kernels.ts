import { CuboError } from '@cubo/contracts';
import { type CompiledKind, kernelModule } from './kernel-module.ts';
import type { Kernels } from './kernels.ts';
import { scalarKernels } from './scalar-kernels.ts';
import { scalarMemory } from './scalar-memory.ts';
import { webAssemblyKernels } from './web-assembly-kernels.ts';

export interface KernelsOptions {
  /** Default: the fastest that the engine has. */
  kind?: Kernels['kind'];
  /**
   * Bytes that `memory` may grow to, in all, up to the end of a page of 64 KiB. Default and maximum: 4 GiB, which is what
   * offsets can address.
   */
  memoryLimitBytes?: number;
}

const addressableBytes = 2 ** 32;

/** From the fastest to the slowest. */
const compiledKinds = ['relaxed-simd', 'simd'] as const;

/**
 * Makes kernels with a memory of their own, which is small at first.
 *
 * @throws {CuboError} `CUBO_BAD_ARGUMENT` when the engine lacks the instructions of the kind that was asked for,
 *   `CUBO_PATH_NOT_FOUND` when the compiled kernels are not where the build puts them
 */
export function createKernels(options: KernelsOptions = {}): Kernels {
  const limit = Math.min(options.memoryLimitBytes ?? addressableBytes, addressableBytes);
  const { kind } = options;
  if (kind === 'scalar') return scalarKernels(scalarMemory(limit));
  if (kind !== undefined) return compiledKernels(kind, limit) ?? refuse(kind);
  for (const candidate of compiledKinds) {
    const kernels = compiledKernels(candidate, limit);
    if (kernels !== undefined) return kernels;
  }
  return scalarKernels(scalarMemory(limit));
}

function compiledKernels(kind: CompiledKind, limit: number): Kernels | undefined {
  const module = kernelModule(kind);
  return module && webAssemblyKernels(kind, module, limit);
}

function refuse(kind: CompiledKind): never {
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `This JavaScript engine cannot run kernels of the kind "${kind}".`,
    remedy: 'Leave the kind out, and the fastest that it can run is taken.',
  });
}
