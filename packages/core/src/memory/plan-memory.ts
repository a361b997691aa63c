import { leastBudgetMiB, type MemoryOptions, type MemoryProfile } from './memory-options.ts';

/** A budget, divided. */
export interface MemoryPlan {
  readonly profile: MemoryProfile;
  readonly budgetMiB: number;
  /** For decoded chunks. */
  readonly chunkBytes: number;
  /** For the vector index. */
  readonly vectorBytes: number;
}

/** What a computer has. */
export interface Computer {
  /** Bytes of memory. */
  readonly memory: number;
  readonly cores: number;
}

const MiB = 2 ** 20;
const budgets: Record<MemoryProfile, number> = { laptop: 512, workstation: 2048 };
/** Of what is left when all that is needed to run is taken off; the rest makes up for what an allocator wastes. */
const shares = { chunks: 0.3, vectors: 0.6 };
/** What the smallest budget has beyond what is needed to run. */
const smallestBytes = 16 * MiB;

/** Divides the budget. */
export function planMemory(options: MemoryOptions | undefined, computer: Computer): MemoryPlan {
  const profile = options?.profile ?? findProfile(computer);
  const budgetMiB = options?.budgetMiB ?? budgets[profile];
  const free = (budgetMiB - leastBudgetMiB) * MiB + smallestBytes;
  return {
    profile,
    budgetMiB,
    chunkBytes: Math.floor(free * shares.chunks),
    vectorBytes: Math.floor(free * shares.vectors),
  };
}

function findProfile({ memory, cores }: Computer): MemoryProfile {
  return memory <= 16 * 1024 * MiB || cores <= 4 ? 'laptop' : 'workstation';
}
