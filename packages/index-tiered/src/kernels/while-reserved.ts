import type { KernelMemory } from './kernel-memory.ts';

/**
 * Does some work, and gives up what it has reserved: the next work takes its place. The memory of kernels that nobody uses
 * any more would lie about until the collector comes.
 */
export async function whileReserved<Result>(memory: KernelMemory, work: () => Promise<Result>): Promise<Result> {
  const { used } = memory;
  try {
    return await work();
  } finally {
    memory.rewind(used);
  }
}
