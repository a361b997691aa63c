import type { IngestEvent } from '@cubo/contracts';
import type { AwaitableSteps } from '../ingest/awaitable-steps.ts';

/** What is told of a migration before its end. */
export type MigrationStep = Extract<IngestEvent, { type: 'training' | 'embedding' }>;

/** Options of `cubo.migrate`. */
export interface MigrateOptions {
  /** Stops the work; what is embedded by then stays. */
  readonly signal?: AbortSignal | undefined;
}

/** The last event of a migration: from now on searches use the embedder in use. */
export interface MigrationDone {
  readonly type: 'done';
  /** Chunks that were embedded in this run. */
  readonly embedded: number;
  readonly seconds: number;
}

/** What is told of a migration. The total of `embedding` grows with what is ingested meanwhile. */
export type MigrationEvent = MigrationStep | MigrationDone;

/**
 * A migration: iterate over it for its events, which is what makes it run, or `await` it to run it to its end. Leaving its loop
 * early stops it, and awaiting it then throws `CUBO_BAD_ARGUMENT`; calling `cubo.migrate()` again goes on.
 */
export interface MigrationStream extends AwaitableSteps<MigrationEvent, MigrationDone> {}
