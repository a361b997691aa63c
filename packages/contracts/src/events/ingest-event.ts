import type { UnreadPlace } from '../documents/extractor.ts';
import type { CuboErrorCode } from '../errors/cubo-error-code.ts';

/**
 * What became of one source.
 *
 * - `indexed`: new or changed, now searchable; `partly-indexed`: likewise, but some places stayed unread
 * - `unchanged`: the same bytes as in the library
 * - `moved`: the same bytes as a document whose file is gone; the document now has this name
 * - `duplicate`: the same bytes as another document that is still there; stored once, known under both names
 * - `skipped`: nothing of it could be indexed, `reason` says why; an older version in the library stays
 * - `removed`: gone from the folder and now from the library
 */
export type FileOutcome = 'indexed' | 'partly-indexed' | 'unchanged' | 'moved' | 'duplicate' | 'skipped' | 'removed';

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

/** How far a job is. */
export interface IngestProgress {
  /** Sources done, and how many there are in all once that is known. */
  readonly files: { readonly done: number; readonly total?: number | undefined };
  /**
   * Bytes of the sources done, unchanged ones included, and of the one that is being read as far as that can be told: by
   * its pages, or by how much of it was read. And of all sources, once that is known, without those that turned out to be
   * of no format that is read.
   */
  readonly bytes: { readonly done: number; readonly total?: number | undefined };
  readonly chunks: number;
  /** Bytes a second over the last while. */
  readonly bytesPerSecond: number;
  /** Seconds left at this rate, once that can be told; embedding is not part of it. */
  readonly secondsLeft?: number | undefined;
  /** What the job spends most of its time waiting for. */
  readonly bottleneck: IngestStage;
}

/** The stages of an ingest: finding and hashing files, reading text from them, indexing and storing it, and making vectors. */
export type IngestStage = 'scan' | 'extract' | 'index' | 'embed';

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
      /**
       * Chunks written for it; 0 unless it was indexed, wholly or in part, or has `moved` to another file name of which its
       * title is made: then it is written anew.
       */
      readonly chunks: number;
      /** Bytes read of it. */
      readonly bytes: number;
      /** Why it was skipped, for people. */
      readonly reason?: string | undefined;
      /** The same for programs. */
      readonly code?: CuboErrorCode | undefined;
      /** Places that stayed unread, of one that is `partly-indexed`. */
      readonly unread?: readonly UnreadPlace[] | undefined;
      /** URI it had before, of one that is `moved`; of the document that is kept, of a `duplicate`. */
      readonly original?: string | undefined;
    }
  /** A source could not be read, or was changing, and is tried again later, after so many seconds. */
  | {
      readonly type: 'file-retry';
      readonly source: string;
      /** Tries so far. */
      readonly attempts: number;
      readonly seconds: number;
      readonly reason: string;
      readonly code: CuboErrorCode;
    }
  /** How far the job is; comes about once a second while there is work. */
  | ({ readonly type: 'progress' } & IngestProgress)
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
