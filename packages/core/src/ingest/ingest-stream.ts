import type { IngestDone, IngestEvent, IngestStream } from '@cubo/contracts';
import type { PauseGate } from './pause-gate.ts';

/** Makes the events of an ingestion something that can also be awaited, and held at a gate. */
export function createIngestStream(
  events: AsyncGenerator<IngestEvent, void, undefined>,
  gate: PauseGate,
): IngestStream {
  let last: IngestEvent | undefined;
  let running: Promise<IngestDone> | undefined;

  async function runToEnd(): Promise<IngestDone> {
    for await (const event of events) last = event;
    if (last?.type !== 'done') throw new Error('An ingestion ended without its last event.');
    return last;
  }

  const stream: IngestStream = {
    async next() {
      const step = await events.next();
      if (!step.done) last = step.value;
      return step;
    },
    return: (value) => events.return(value),
    throw: (error) => events.throw(error),
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then(onFulfilled, onRejected) {
      running ??= runToEnd();
      return running.then(onFulfilled, onRejected);
    },
    pause: gate.pause,
    resume: gate.resume,
    get paused() {
      return gate.paused;
    },
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  };
  return stream;
}
