/**
 * Passes items on until a signal is aborted. Then it throws the signal's reason at once, even while the work behind the
 * items does not listen to the signal; that work is told to return, and its end is not waited for.
 */
export async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  signal.throwIfAborted();
  const iterator = items[Symbol.asyncIterator]();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  aborted.catch(() => {});
  try {
    for (;;) {
      const step = await Promise.race([iterator.next(), aborted]);
      signal.throwIfAborted();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    iterator.return?.().catch(() => {});
  }
}
