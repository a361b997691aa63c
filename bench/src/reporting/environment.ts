import { availableParallelism, totalmem } from 'node:os';

/** Where figures were measured, in general terms: enough to judge them, not enough to know the computer again. */
export interface Environment {
  /** Major version of Node.js. */
  readonly node: number;
  /** Processor cores that may be used. */
  readonly cores: number;
  /** Memory in whole gigabytes. */
  readonly memoryGigabytes: number;
}

/** That of this process. */
export function thisEnvironment(): Environment {
  return {
    node: Number.parseInt(process.versions.node, 10),
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 1e9),
  };
}
