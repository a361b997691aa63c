import { createEventFeed, type EventFeed } from '../sync/event-feed.ts';

/** Passes events on to any number of readers. */
export interface EventHub<Event> {
  /** Never waits: a reader that falls a thousand behind loses the oldest. */
  publish(event: Event): void;
  /** All events from the first reading on, until the hub is closed or the signal is aborted. */
  read(signal: AbortSignal | undefined): AsyncGenerator<Event, void, undefined>;
  /** Readers get what is there, and then their end. */
  close(): void;
}

/**
 * Makes a hub without readers.
 *
 * @param closing once it is aborted, reading can no longer be begun: its reason is thrown
 */
export function createEventHub<Event>(closing: AbortSignal): EventHub<Event> {
  const feeds = new Set<EventFeed<Event>>();
  return {
    publish(event) {
      for (const feed of feeds) void feed.push(event);
    },
    async *read(signal) {
      closing.throwIfAborted();
      signal?.throwIfAborted();
      const feed = createEventFeed<Event>();
      feed.stopWaiting();
      const stop = () => feed.end({ error: signal?.reason });
      signal?.addEventListener('abort', stop, { once: true });
      feeds.add(feed);
      try {
        yield* feed.read(async () => {});
      } finally {
        feeds.delete(feed);
        signal?.removeEventListener('abort', stop);
      }
    },
    close() {
      for (const feed of feeds) feed.end();
    },
  };
}
