import type { IngestEvent } from './ingest-event.ts';

/** The last event of an ingestion, which sums it up. */
export type IngestDone = Extract<IngestEvent, { type: 'done' }>;

/**
 * An ingestion: iterate over it for its events, which is what makes it run, or `await` it to run it to its end and have
 * the last of them. It runs once, whichever comes first; after iterating to its end it may be awaited as well. Leaving its
 * loop early stops it, and awaiting it then throws `CUBO_BAD_ARGUMENT`.
 */
export interface IngestStream extends AsyncGenerator<IngestEvent, void, undefined>, PromiseLike<IngestDone> {
  /**
   * Holds the work before its next event, until {@link IngestStream.resume}: a source that is being read is read to its
   * end, or to the next publish. What is read and not published by then becomes searchable after it goes on.
   *
   * The job stays the one writer of the library for as long as it is held. Deletions, compactions, repairs, and other
   * ingests and watches of the same process wait for it without any limit; those of other processes get
   * `CUBO_LIBRARY_LOCKED`. Searching, asking and labelling do not wait. For a pause of more than a moment stop the
   * ingestion by its signal instead, which publishes what there is, and go on with its job later.
   */
  pause(): void;
  /** Lets the work go on. */
  resume(): void;
  /** Whether the work is held. */
  readonly paused: boolean;
}
