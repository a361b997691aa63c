import type { Logger } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import type { RunIngest } from '../ingest/ingest-job.ts';
import type { RunMigration } from '../migration/migration-slice.ts';
import { type IngestThreadHandle, startIngestThread } from './ingest-thread-handle.ts';
import type { ServedParts } from './serve-host-parts.ts';
import type { IngestThreadSettings } from './thread-settings.ts';

/**
 * How long a thread that has done its job waits for the next one: starting one takes longer than reading a small file,
 * and a folder that is watched brings many.
 */
const idleMilliseconds = 30_000;

/** Runs jobs and migrations in an ingest thread. */
export interface IngestThreads {
  readonly run: RunIngest;
  readonly migrate: RunMigration;
  /** Ends the thread that waits; call it when no job runs any more. */
  close(): Promise<void>;
}

/**
 * Runs jobs in a thread that opens the library itself and holds the writer lock. Here the job takes the turn to write,
 * calls of objects that are the host's own are answered, and the events passed on.
 */
export function runInIngestThread(options: {
  url: URL;
  library: Library;
  settings: IngestThreadSettings;
  parts: ServedParts;
  logger: Logger;
}): IngestThreads {
  const { library } = options;
  let thread: IngestThreadHandle | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(timer);
    const closing = thread;
    thread = undefined;
    await closing?.close();
  }

  const inTurn = <Result>(work: (thread: IngestThreadHandle) => Promise<Result>, signal: AbortSignal) =>
    library.turn(
      async () => {
        clearTimeout(timer);
        // It may have come to its end while it waited.
        if (thread?.isAlive() === false) await close();
        // Jobs take turns, so that one thread is enough.
        thread ??= startIngestThread(options);
        try {
          return await work(thread);
        } finally {
          if (thread.isAlive()) timer = setTimeout(() => void close(), idleMilliseconds).unref();
          else await close();
        }
      },
      { signal },
    );
  return {
    run: (request, emit, signal) => inTurn((started) => started.run(request, emit, signal), signal),
    migrate: (emit, signal) => inTurn((started) => started.migrate(emit, signal), signal),
    close,
  };
}
