import { growingMemory } from './growing-memory.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** A kernels' memory outside WebAssembly. */
export function scalarMemory(limitBytes: number): KernelMemory {
  let buffer = new ArrayBuffer(1 << 16);
  return growingMemory(
    {
      get buffer() {
        return buffer;
      },
      grow(bytes) {
        buffer = buffer.transfer(bytes);
      },
    },
    limitBytes,
  );
}
