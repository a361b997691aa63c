import { constants, setPriority } from 'node:os';

/**
 * Lets the threads of searches and of other programs go before this one wherever they want the same core. Linux counts
 * priorities by thread; elsewhere it would be the whole process, the host included, and so nothing is done.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
