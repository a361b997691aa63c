import { setTimeout } from 'node:timers/promises';

/** Waits; an abort ends it with the signal's reason. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}
