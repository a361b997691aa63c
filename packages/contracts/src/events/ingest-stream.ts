import type { IngestEvent } from './ingest-event.ts';

/** The last event of an ingestion, which sums it up. */
export type IngestDone = Extract<IngestEvent, { type: 'done' }>;

/**
 * An ingestion: iterate over it for its events, which is what makes it run, or `await` it to run it to its end and have
 * the last of them. It runs once, whichever comes first.
 */
export interface IngestStream extends AsyncGenerator<IngestEvent, void, undefined>, PromiseLike<IngestDone> {
  /**
   * Holds the work before its next step, until {@link IngestStream.resume}: a source that is being read is read to its end.
   * The library stays locked for other writers meanwhile; to let them in, stop the ingestion and resume its job later.
   */
  pause(): void;
  /** Lets the work go on. */
  resume(): void;
  /** Whether the work is held. */
  readonly paused: boolean;
}
