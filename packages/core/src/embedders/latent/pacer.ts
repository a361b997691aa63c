/**
 * Keeps a long computation from holding the event loop: it gives way to other work whenever its turn has lasted too
 * long.
 */
export interface Pacer {
  /** Whether the turn is over; cheap enough to ask every millisecond of work. */
  due(): boolean;
  /** Lets timers, input and output have their turn. Rejects with the signal's reason once it is aborted. */
  rest(): Promise<void>;
}

/**
 * Makes a pacer whose turns last about `turn` milliseconds. Use: `if (pacer.due()) await pacer.rest();` after every
 * small piece of work.
 */
export function createPacer(options: { signal?: AbortSignal | undefined; turn?: number } = {}): Pacer {
  const { signal, turn = 8 } = options;
  let turnEnds = performance.now() + turn;
  return {
    due: () => performance.now() >= turnEnds,
    async rest() {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      turnEnds = performance.now() + turn;
    },
  };
}
