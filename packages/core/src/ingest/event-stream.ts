import { linkSignals } from '../signals/link-signals.ts';

/**
 * Turns work that reports events into a stream that its reader pulls: the work starts with the first pull and waits
 * while nobody reads. When the reader stops early, the work's signal is aborted and its end awaited; so it is aborted with
 * any of the signals that are given. Once the signal is aborted nothing waits for the reader any more, and events are lost: even where the work came to its end, the stream
 * then throws the reason of the abort.
 */
export async function* eventStream<Event>(
  run: (emit: (event: Event) => Promise<void>, signal: AbortSignal) => Promise<void>,
  outer: readonly (AbortSignal | undefined)[] = [],
): AsyncGenerator<Event, void, undefined> {
  const { signal, abort, unlink } = linkSignals(outer);
  let offer: { event: Event; taken: () => void } | undefined;
  let wake = () => {};
  let ended = false;
  let failure: { error: unknown } | undefined;
  let isAnyLost = false;

  const emit = (event: Event) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) {
        isAnyLost = true;
        return resolve();
      }
      offer = { event, taken: resolve };
      wake();
    });
  /** Lets the work go on from the event that the reader is looking at. */
  let taken = () => {};
  const letGo = () => {
    taken();
    if (offer === undefined) return;
    isAnyLost = true;
    offer.taken();
    offer = undefined;
  };
  signal.addEventListener('abort', letGo, { once: true });
  const work = run(emit, signal)
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      wake();
    });

  try {
    for (;;) {
      if (offer !== undefined) {
        const { event } = offer;
        taken = offer.taken;
        offer = undefined;
        yield event;
        taken();
      } else if (ended) {
        break;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    if (!ended) abort(new DOMException('The reader of the events has stopped.', 'AbortError'));
    await work;
    unlink();
    signal.removeEventListener('abort', letGo);
  }
  if (failure !== undefined) throw failure.error;
  if (isAnyLost) signal.throwIfAborted();
}
