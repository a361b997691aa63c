import { unlessAborted } from '@cubo/contracts';

/** Goes through steps, but throws the signal's reason at once when that is aborted, even while the next one does not come. */
export async function* stepsUnlessAborted<Step>(
  steps: AsyncIterable<Step>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Step, void, undefined> {
  const iterator = steps[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await unlessAborted(iterator.next(), signal);
      isOver = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // What does not come to its next step would not come to its end either: that is not waited for.
    const ending = isOver ? undefined : iterator.return?.();
    ending?.catch(() => {});
    if (signal?.aborted !== true) await ending;
  }
}
