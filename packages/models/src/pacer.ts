import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other work of the process have its turn when it is time. Nothing to wait for: `undefined`. */
export type Pacer = () => Promise<void> | undefined;

/** Well below the 20 ms that a host's event loop may be held: a step may take a few more, and so may others' work. */
const turnMilliseconds = 5;

/** Makes a pacer for one piece of work. */
export function createPacer(): Pacer {
  let since = performance.now();
  async function giveWay(): Promise<void> {
    await nextTurn();
    since = performance.now();
  }
  return () => (performance.now() - since < turnMilliseconds ? undefined : giveWay());
}
