import type { IngestEvent } from './ingest-event.ts';

/** The last event of an ingestion, which sums it up. */
export type IngestDone = Extract<IngestEvent, { type: 'done' }>;

/**
 * An ingestion: iterate over it for its events, which is what makes it run, or `await` it to run it to its end and have
 * the last of them. It runs once, whichever comes first.
 */
export interface IngestStream extends AsyncGenerator<IngestEvent, void, undefined>, PromiseLike<IngestDone> {}
