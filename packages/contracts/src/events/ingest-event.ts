import type { UnreadPlace } from '../documents/extractor.ts';
import type { CuboErrorCode } from '../errors/cubo-error-code.ts';

/**
 * What became of one source.
 *
 * - `indexed`: new or changed, now searchable; `partly-indexed`: likewise, but some places stayed unread
 * - `unchanged`: the same bytes as in the library
 * - `skipped`: nothing of it could be indexed, `reason` says why; an older version in the library stays
 * - `removed`: gone from the folder and now from the library
 */
export type FileOutcome = 'indexed' | 'partly-indexed' | 'unchanged' | 'skipped' | 'removed';

/** A source that was passed over, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
  readonly code: CuboErrorCode;
}

/** Totals of a job so far. */
export interface IngestTotals {
  /** Sources looked at, skipped ones included. */
  readonly files: number;
  /** Chunks written. */
  readonly chunks: number;
  /** Bytes read. */
  readonly bytes: number;
}

/** One step of an ingestion, in the order they happen. */
export type IngestEvent =
  | { readonly type: 'job-start'; readonly job: string; readonly resumed: boolean }
  | { readonly type: 'file-start'; readonly source: string }
  | {
      readonly type: 'file-finish';
      readonly source: string;
      readonly outcome: FileOutcome;
      readonly chunks: number;
      readonly bytes: number;
      readonly reason?: string | undefined;
      readonly code?: CuboErrorCode | undefined;
      readonly unread?: readonly UnreadPlace[] | undefined;
    }
  /** All chunks up to here are durable and searchable by their words. */
  | ({ readonly type: 'publish'; readonly seconds: number } & IngestTotals)
  /** The embedder is being trained on the library's own texts. */
  | { readonly type: 'training'; readonly embedder: string; readonly chunks: number }
  /** `done` of `total` missing vectors are durable. */
  | { readonly type: 'embedding'; readonly done: number; readonly total: number }
  | ({
      readonly type: 'done';
      readonly job: string;
      readonly skipped: readonly SkippedFile[];
      readonly outcomes: Readonly<Record<FileOutcome, number>>;
      readonly seconds: number;
    } & IngestTotals);
