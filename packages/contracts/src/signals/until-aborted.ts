/**
 * Passes items on until a signal is aborted. Then it throws the signal's reason at once, even while the work behind the
 * items does not listen to the signal; that work is told to return, and its end is not waited for.
 */
export async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  signal.throwIfAborted();
  const iterator = items[Symbol.asyncIterator]();
  let giveUp = () => {};
  const onAbort = () => giveUp();
  signal.addEventListener('abort', onAbort, { once: true });
  // One promise for each step: a race with one that lives as long as the work would leave something behind with each.
  const next = () =>
    new Promise<IteratorResult<Item>>((resolve, reject) => {
      giveUp = () => reject(signal.reason);
      iterator.next().then(resolve, reject);
    });
  try {
    for (;;) {
      const step = await next();
      signal.throwIfAborted();
      if (step.done) return;
      yield step.value;
      // Nothing was waited for while the item was looked at.
      signal.throwIfAborted();
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    iterator.return?.().catch(() => {});
  }
}
