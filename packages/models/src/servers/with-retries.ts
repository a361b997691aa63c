import { setTimeout as delay } from 'node:timers/promises';

/** How long is waited before each new try, in milliseconds: a runner that crashed is there again after some seconds. */
const pauses = [250, 1000, 4000];

/** Waits; the tests of a server that fails have a wait that is over at once. */
export type Pause = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;

/** Waits by the clock of the computer. */
export async function pauseByClock(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
}

/** Does something, and does it again after a longer and longer pause while it fails in a way that may pass. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  options: { mayPass(error: unknown): boolean; pause: Pause; signal?: AbortSignal | undefined },
): Promise<Result> {
  for (const milliseconds of pauses) {
    try {
      return await work();
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!options.mayPass(error)) throw error;
      await options.pause(milliseconds, options.signal);
    }
  }
  return work();
}
