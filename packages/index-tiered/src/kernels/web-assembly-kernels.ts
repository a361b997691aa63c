import { CuboError } from '@cubo/contracts';
import { type GrowingBuffer, growingMemory } from './growing-memory.ts';
import type { CompiledKind } from './kernel-module.ts';
import type { Kernels } from './kernels.ts';
import {
  type WebAssemblyInterface,
  type WebAssemblyMemory,
  type WebAssemblyModule,
  webAssembly,
} from './web-assembly.ts';

const pageBytes = 1 << 16;

/** Kernels of a compiled module, with a memory of their own. */
export function webAssemblyKernels(kind: CompiledKind, module: WebAssemblyModule, memoryLimitBytes: number): Kernels {
  const engine = webAssembly() as WebAssemblyInterface; // a module is there, so it is
  const memory = firstPage(engine);
  const buffer: GrowingBuffer = {
    get buffer() {
      return memory.buffer;
    },
    grow(bytes) {
      memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes));
    },
  };
  const { exports } = new engine.Instance(module, { env: { memory } });
  return { kind, memory: growingMemory(buffer, memoryLimitBytes), ...(exports as Omit<Kernels, 'kind' | 'memory'>) };
}

function firstPage(engine: WebAssemblyInterface): WebAssemblyMemory {
  try {
    return new engine.Memory({ initial: 1 });
  } catch (error) {
    throw noAddresses(error);
  }
}

/** An engine reserves addresses for all that a memory may become. */
function noAddresses(cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_MEMORY_EXCEEDED',
    message: 'The system does not give the vector index the address space that WebAssembly reserves.',
    remedy: 'Raise the limit of virtual memory (ulimit -v), or open fewer libraries at once.',
    cause,
  });
}
