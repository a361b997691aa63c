/** A signal that is aborted with any of several others. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Takes its listeners off the others. Call it when the work is over: some of them live as long as the library. */
  unlink(): void;
}

/** Links signals. `AbortSignal.any` would leave something behind on a long-lived signal with every call. */
export function linkSignals(signals: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const unlinks = signals.map((signal) => {
    const forward = () => controller.abort(signal?.reason);
    if (signal?.aborted) forward();
    else signal?.addEventListener('abort', forward, { once: true });
    return () => signal?.removeEventListener('abort', forward);
  });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink() {
      for (const unlink of unlinks) unlink();
    },
  };
}
