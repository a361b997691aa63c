import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other work of the process run when it is time, then notices an abort. Nothing to wait for: `undefined`. */
export type Pacer = () => Promise<void> | undefined;

/** Well below the 20 ms that a host's event loop may be held: a step may take a few more, and so may others' work. */
const turnMilliseconds = 8;

/** Makes a pacer for one piece of work. */
export function pacer(signal?: AbortSignal): Pacer {
  let since = performance.now();
  async function giveWay(): Promise<void> {
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  }
  return () => (performance.now() - since < turnMilliseconds ? undefined : giveWay());
}

/** Steps of cheap work, as the reading of a posting, between two looks at the clock. */
export const stepsPerLook = 8192;
