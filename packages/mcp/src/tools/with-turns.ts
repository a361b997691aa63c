import { setImmediate } from 'node:timers/promises';

/** As many as the catalog reads at a time. */
const stretch = 500;

/** The same items, while the event loop has its turns: a library may have very many documents. */
export async function* withTurns<Item>(items: Iterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    if (++count % stretch === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    yield item;
  }
}
