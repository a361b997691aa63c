import { leastBudgetMiB } from './memory-options.ts';

/** A budget, divided. */
export interface MemoryPlan {
  readonly budgetMiB: number;
  /** For decoded chunks. */
  readonly chunkBytes: number;
  /** For the vector index. */
  readonly vectorBytes: number;
}

const MiB = 2 ** 20;
/** Of what is left when all that is needed to run is taken off; the rest makes up for what an allocator wastes. */
const shares = { chunks: 0.3, vectors: 0.6 };
/** What the smallest budget has beyond what is needed to run. */
const smallestBytes = 16 * MiB;

/** Divides the budget. */
export function planMemory(budgetMiB: number): MemoryPlan {
  const free = (budgetMiB - leastBudgetMiB) * MiB + smallestBytes;
  return {
    budgetMiB,
    chunkBytes: Math.floor(free * shares.chunks),
    vectorBytes: Math.floor(free * shares.vectors),
  };
}
