import { setTimeout as sleep } from 'node:timers/promises';
import { awaitableSteps } from '../ingest/awaitable-steps.ts';
import { eventStream } from '../ingest/event-stream.ts';
import type { SearchTraffic } from '../profile/search-traffic.ts';
import type { MigrationDone, MigrationEvent, MigrationStream } from './migration-event.ts';
import type { RunMigration } from './migration-slice.ts';

/** Some times what another process waits between two looks at the writer lock. */
const pauseMilliseconds = 100;

/**
 * Makes the vectors of the embedder in use, slice by slice, and tells of each step. Between two slices other writes get their
 * turn.
 */
export function migrate(options: {
  readonly run: RunMigration;
  /** Waits while there are searches. */
  readonly quiet: SearchTraffic['quiet'];
  readonly signals: readonly (AbortSignal | undefined)[];
}): MigrationStream {
  const { run, quiet, signals } = options;

  async function work(emit: (event: MigrationEvent) => Promise<void>, signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    let embedded = 0;
    for (let isComplete = false; !isComplete; ) {
      const before = embedded;
      // The reader may be waiting for a write of its own, and so for the end of this slice.
      let told = Promise.resolve();
      isComplete = await run(async (step) => {
        if (step.type === 'embedding') embedded = before + step.done;
        const event = step.type === 'embedding' ? { ...step, done: embedded, total: before + step.total } : step;
        told = told.then(() => emit(event));
        await quiet(signal);
      }, signal);
      await told;
      signal.throwIfAborted();
      if (!isComplete) await sleep(pauseMilliseconds, undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
    }
    await emit({ type: 'done', embedded, seconds: (performance.now() - begun) / 1000 });
  }

  return awaitableSteps<MigrationEvent, MigrationDone>({
    steps: eventStream(work, signals),
    isDone: (event): event is MigrationDone => event.type === 'done',
    left: {
      message: 'The migration was left before its end, so that it has no last event.',
      remedy: 'Await it instead of leaving its loop, or call migrate() again, which goes on.',
    },
  });
}
