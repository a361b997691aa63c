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
  /** Comes first. `resumed`: an interrupted job of the same paths goes on, with its id. */
  | { readonly type: 'job-start'; readonly job: string; readonly resumed: boolean }
  /** The source with this URI is being read. */
  | { readonly type: 'file-start'; readonly source: string }
  /** What became of a source, or of a document that was removed. */
  | {
      readonly type: 'file-finish';
      /** URI of the document: for a file, its absolute path. */
      readonly source: string;
      readonly outcome: FileOutcome;
      /** Chunks written for it; 0 unless it was indexed. */
      readonly chunks: number;
      /** Bytes read of it. */
      readonly bytes: number;
      /** Why it was skipped, for people. */
      readonly reason?: string | undefined;
      /** The same for programs. */
      readonly code?: CuboErrorCode | undefined;
      /** Places that stayed unread, of one that is `partly-indexed`. */
      readonly unread?: readonly UnreadPlace[] | undefined;
    }
  /** All chunks up to here are durable and searchable by their words. */
  | ({ readonly type: 'publish'; readonly seconds: number } & IngestTotals)
  /** The embedder is being trained on the library's own texts. */
  | { readonly type: 'training'; readonly embedder: string; readonly chunks: number }
  /** `done` of `total` missing vectors are durable. */
  | { readonly type: 'embedding'; readonly done: number; readonly total: number }
  /** Comes last: all is durable and searchable, by meaning too where there is an embedder. */
  | ({
      readonly type: 'done';
      readonly job: string;
      /** Every source that was passed over, and why. */
      readonly skipped: readonly SkippedFile[];
      /** How many sources ended in which way. */
      readonly outcomes: Readonly<Record<FileOutcome, number>>;
      /** How long this run took. */
      readonly seconds: number;
    } & IngestTotals);
