/** Where work is held while it is paused. */
export interface PauseGate {
  pause(): void;
  resume(): void;
  readonly paused: boolean;
  /** Waits while it is paused; an aborted signal ends the waiting. */
  pass(signal: AbortSignal): Promise<void>;
}

/** Makes a gate, which is open. */
export function createPauseGate(): PauseGate {
  let held: { opened: Promise<void>; open: () => void } | undefined;
  return {
    pause() {
      if (held !== undefined) return;
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      held = { opened, open };
    },
    resume() {
      held?.open();
      held = undefined;
    },
    get paused() {
      return held !== undefined;
    },
    async pass(signal) {
      while (held !== undefined && !signal.aborted) {
        const { opened } = held;
        const aborted = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => aborted.resolve(), { once: true });
        await Promise.race([opened, aborted.promise]);
      }
    },
  };
}
