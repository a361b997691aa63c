import type { IngestDone, IngestEvent, IngestStream } from '@cubo/contracts';
import { awaitableSteps } from './awaitable-steps.ts';
import type { PauseGate } from './pause-gate.ts';

/** Makes the events of an ingestion something that can also be awaited, and held at a gate. */
export function createIngestStream(
  events: AsyncGenerator<IngestEvent, void, undefined>,
  gate: PauseGate,
): IngestStream {
  const steps = awaitableSteps<IngestEvent, IngestDone>({
    steps: events,
    isDone: (event): event is IngestDone => event.type === 'done',
    left: {
      message: 'The ingestion was left before its end, so that it has no last event.',
      remedy: 'Await it instead of leaving its loop, or call resume() to go on with its job.',
    },
  });
  const stream = Object.assign(steps, { pause: gate.pause, resume: gate.resume });
  return Object.defineProperty(stream, 'paused', { get: () => gate.paused }) as typeof stream & { paused: boolean };
}
