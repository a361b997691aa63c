import { setImmediate } from 'node:timers/promises';

/**
 * Gives way to the event loop when it is time, and throws when the signal is aborted. Nothing to wait for: `undefined`.
 */
export type Pacer = () => Promise<void> | undefined;

const longestMilliseconds = 8;

/** Makes a pacer for one piece of work. */
export function pacer(signal: AbortSignal | undefined): Pacer {
  let last = performance.now();
  async function giveWay(): Promise<void> {
    await setImmediate();
    last = performance.now();
    signal?.throwIfAborted();
  }
  return () => (performance.now() - last < longestMilliseconds ? undefined : giveWay());
}
