/** Passes events on to one reader, in order. */
export interface EventFeed<Event> {
  /** Adds an event. Waits while a reader is a thousand behind; without a reader the oldest give way. */
  push(event: Event): Promise<void>;
  /** No reader is waited for any more: what is left of the work is to end. The oldest events give way. */
  stopWaiting(): void;
  /** Ends the feed; a reader gets what is there, then the error if there is one. */
  end(failure?: { readonly error: unknown }): void;
  /** The reader's side; `onLeave` is awaited when the reader stops early. */
  read(onLeave: () => Promise<void>): AsyncGenerator<Event, void, undefined>;
}

const most = 1000;

/** Makes an empty feed. */
export function createEventFeed<Event>(): EventFeed<Event> {
  const events: Event[] = [];
  let ended: { failure?: { readonly error: unknown } | undefined } | undefined;
  let hasReader = false;
  let isWaitedFor = true;
  let waiting = Promise.withResolvers<void>();

  /** Wakes who waits for a change, reader or writer. */
  function changed(): void {
    const { resolve } = waiting;
    waiting = Promise.withResolvers<void>();
    resolve();
  }

  return {
    async push(event) {
      while (hasReader && isWaitedFor && events.length >= most && !ended) await waiting.promise;
      if (ended) return;
      if (events.length >= most) events.shift();
      events.push(event);
      changed();
    },
    stopWaiting() {
      isWaitedFor = false;
      changed();
    },
    end(failure) {
      ended ??= { failure };
      changed();
    },
    async *read(onLeave) {
      hasReader = true;
      try {
        for (;;) {
          const event = events.shift();
          if (event !== undefined) {
            changed();
            yield event;
          } else if (ended) {
            if (ended.failure) throw ended.failure.error;
            return;
          } else await waiting.promise;
        }
      } finally {
        hasReader = false;
        changed();
        await onLeave();
      }
    },
  };
}
