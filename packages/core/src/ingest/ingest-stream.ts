import type { IngestDone, IngestEvent, IngestStream } from '@cubo/contracts';
import { badArgument } from '../arguments/bad-argument.ts';
import { followSteps } from './follow-steps.ts';
import type { PauseGate } from './pause-gate.ts';

/** Makes the events of an ingestion something that can also be awaited, and held at a gate. */
export function createIngestStream(
  events: AsyncGenerator<IngestEvent, void, undefined>,
  gate: PauseGate,
): IngestStream {
  let done: IngestDone | undefined;
  let running: Promise<IngestDone> | undefined;
  const left = {
    message: 'The ingestion was left before its end, so that it has no last event.',
    remedy: 'Await it instead of leaving its loop, or call resume() to go on with its job.',
  };
  const { toEnd, ...steps } = followSteps({
    steps: events,
    left,
    hear(event) {
      if (event.type === 'done') done = event;
    },
  });

  async function runToEnd(): Promise<IngestDone> {
    // Who leaves the loop at the last event has had all.
    if (done === undefined) await toEnd();
    if (done === undefined) throw badArgument(left.message, left.remedy);
    return done;
  }

  const stream: IngestStream = {
    ...steps,
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
  };
  return stream;
}
