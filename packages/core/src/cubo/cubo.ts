import type { IngestStream, KnowledgeBase } from '@cubo/contracts';
import type { DocumentRecord } from '@cubo/library';
import type { IngestInput } from '../ingest/ingest-input.ts';
import type { IngestOptions, ResumeOptions } from '../ingest/ingest-runner.ts';
import type { NearDuplicateGroup, NearDuplicatesOptions } from '../search/find-near-duplicates.ts';
import type { DoctorOptions, DoctorReport } from './doctor.ts';
import type { CuboStatus } from './status.ts';

/** What a deletion removed. */
export interface Deletion {
  /** URI of the document. */
  readonly source: string;
  readonly chunks: number;
}

/** A knowledge base over the user's own documents. */
export interface Cubo extends KnowledgeBase, AsyncDisposable {
  /** The library's folder, absolute. */
  readonly path: string;
  /**
   * Brings files and folders into the library: new and changed ones are indexed, unchanged ones skipped, and documents
   * that are gone from an ingested folder are removed. Runs as its events are read, or when it is awaited; a source
   * that cannot be read is reported and passed over. An interrupted run goes on when the same paths are ingested again,
   * or by {@link Cubo.resume}.
   *
   * @throws CuboError `CUBO_PATH_NOT_FOUND`, `CUBO_LIBRARY_LOCKED`, `CUBO_STORAGE_FAILED`, `CUBO_INDEX_CORRUPT`,
   * `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`
   */
  ingest(input: IngestInput, options?: IngestOptions): IngestStream;
  /**
   * Goes on with an interrupted job: the one with this id, or the latest.
   *
   * @throws CuboError `CUBO_JOB_NOT_FOUND`, also for a job that is done
   */
  resume(job?: string, options?: ResumeOptions): IngestStream;
  /**
   * Deletes a document. It is gone from the next query at once.
   *
   * @throws CuboError `CUBO_DOCUMENT_NOT_FOUND`
   */
  delete(source: string): Promise<Deletion>;
  /**
   * Reads all passages and finds those that are nearly the same, in other documents or in their own. Nothing is deleted
   * by it; searches let one stand for all in any case.
   */
  nearDuplicates(options?: NearDuplicatesOptions): AsyncIterable<NearDuplicateGroup>;
  /** The documents of the library by URI. */
  documents(): Iterable<DocumentRecord>;
  /** Size, coverage and jobs of the library, and the parts in use. */
  status(): Promise<CuboStatus>;
  /** Checks every byte of the library; with `repair`, mends what can be mended. */
  doctor(options?: DoctorOptions): Promise<DoctorReport>;
  /** Stops running ingests, searches and answers, and releases everything. May be called more than once. */
  close(): Promise<void>;
}
