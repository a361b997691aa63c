import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets the threads of searches and of other programs go before this one wherever they want the same core. Linux counts
 * priorities by thread; elsewhere it would be the whole process, the host included, and so nothing is done.
 */
export function lowerThreadPriority(): void {
  const lower = constants.priority.PRIORITY_BELOW_NORMAL;
  // A process that was started with a lower one yet may not raise it.
  if (process.platform === 'linux' && getPriority(0) < lower) setPriority(0, lower);
}
