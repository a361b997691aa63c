import { badArgument } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';
import type { IngestOptions } from '../ingest/ingest-runner.ts';
import type { WatchEvent } from './watch-event.ts';

/** Options of `cubo.watch`; those of an ingest count for each of its ingests. */
export interface WatchOptions extends IngestOptions {
  /** A file is taken once nothing has changed about it for so long. Default 500 ms. */
  readonly debounceMilliseconds?: number | undefined;
  /**
   * Look at the files every so many milliseconds (`true`: every 2 seconds) instead of being told of changes by the
   * system, which network drives do not do. Default false.
   */
  readonly polling?: boolean | number | undefined;
}

/**
 * A watch over folders. It works from the moment it is made until it is closed, whether its events are read or not; of
 * events that nobody has begun to read, the last thousand are kept. Whoever reads them is waited for until the watch is closed. Reading ends when the watch is closed, and
 * throws what ended it otherwise; leaving the loop closes it.
 */
export interface FolderWatch extends AsyncIterable<WatchEvent>, AsyncDisposable {
  /** The folders, absolute. */
  readonly folders: readonly string[];
  /** Stops an ingest that is under way, keeping what is complete, and ends the watch. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Refuses options that make no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertWatchOptions({ debounceMilliseconds, polling }: WatchOptions): void {
  if (debounceMilliseconds !== undefined && !(Number.isFinite(debounceMilliseconds) && debounceMilliseconds >= 0)) {
    throw badArgument(
      `debounceMilliseconds is ${describeValue(debounceMilliseconds)}.`,
      'Pass a number of milliseconds from 0 up.',
    );
  }
  if (polling !== undefined && typeof polling !== 'boolean' && !(Number.isFinite(polling) && polling >= 10)) {
    throw badArgument(
      `polling is ${describeValue(polling)}.`,
      'Pass true, false or a number of milliseconds from 10 up.',
    );
  }
}
