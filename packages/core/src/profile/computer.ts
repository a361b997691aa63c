import { availableParallelism, loadavg } from 'node:os';
import { computerMemory } from '../models/memory-gauge.ts';

/** What a computer has, and how busy it is. */
export interface Computer {
  /** Bytes of memory: of the container, where the process runs in one that has less than the computer. */
  readonly memory: number;
  /** What runs at a time. */
  readonly cores: number;
  /** How many programs wanted a core at a time, as a mean over five minutes; 0 where the system does not tell (Windows). */
  readonly load: number;
}

/** This computer, now. */
export function thisComputer(): Computer {
  const [, load = 0] = loadavg();
  return { memory: computerMemory().total, cores: availableParallelism(), load };
}
