/** Work whose steps several can follow, from the first step on. */
export interface SharedRun<Step> {
  /**
   * The steps, from the first one. The work is given up when all who follow it have left.
   *
   * @throws what the work throws; the reason of the signal
   */
  follow(signal?: AbortSignal): AsyncGenerator<Step, void, undefined>;
  /** Whether it was given up: who comes now has to begin another. */
  readonly isGivenUp: boolean;
  /** Settles with the work, and never rejects. */
  readonly ended: Promise<void>;
}

/** Begins work; `steps` is given a signal that says when nobody follows it any more. */
export function sharedRun<Step>(steps: (signal: AbortSignal) => AsyncIterable<Step>): SharedRun<Step> {
  const controller = new AbortController();
  const told: Step[] = [];
  let outcome: { readonly error?: unknown } | undefined;
  let followers = 0;
  let wake: () => void = () => {};
  let news = new Promise<void>((resolve) => {
    wake = resolve;
  });

  function announce(): void {
    wake();
    news = new Promise<void>((resolve) => {
      wake = resolve;
    });
  }

  async function run(): Promise<void> {
    try {
      for await (const step of steps(controller.signal)) {
        told.push(step);
        announce();
      }
      outcome = {};
    } catch (error) {
      outcome = { error };
    }
    announce();
  }

  // The work begins once somebody can follow it.
  const ended = Promise.resolve().then(run);
  return {
    ended,
    get isGivenUp() {
      return controller.signal.aborted;
    },
    async *follow(signal) {
      followers++;
      const left = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      try {
        for (let at = 0; ; at++) {
          while (at >= told.length && outcome === undefined) {
            signal?.throwIfAborted();
            await Promise.race([news, left]);
          }
          signal?.throwIfAborted();
          if (at < told.length) yield told[at] as Step;
          else if (outcome !== undefined && 'error' in outcome) throw outcome.error;
          else return;
        }
      } finally {
        followers--;
        if (followers === 0 && outcome === undefined) {
          controller.abort(signal?.reason ?? new DOMException('Nobody waits for it any more.', 'AbortError'));
        }
      }
    },
  };
}
