import type { ConversationStore, RecordStore, Scope } from '@cubo/contracts';
import type { DocumentRecord } from './catalog/documents.ts';
import type { InheritedRun } from './catalog/inherited-chunks.ts';
import type { JobFile, JobRecord, JobReport } from './catalog/jobs.ts';
import type { LabelChange } from './catalog/labels.ts';
import type { PendingRecord } from './catalog/pending-documents.ts';
import type { ChunkRecord } from './chunk-store/chunk-columns.ts';
import type { Problem } from './doctor/problem.ts';
import type { FileLayer } from './files/file-layer.ts';
import type { LibraryPaths } from './library-paths.ts';
import type { LibrarySnapshot } from './snapshot/library-snapshot.ts';
import type { LibraryWriter } from './writer/library-writer.ts';

/** A library on disk: documents and their chunks, published in transactions, read in snapshots. */
export interface Library {
  readonly paths: LibraryPaths;
  /** By what the files of this library are written and read; those of an encrypted one are encrypted by it. */
  readonly files: FileLayer;
  /**
   * What is live now. While nothing has changed the same snapshot is given again; else what has changed is read, the first
   * time everything, in one go.
   */
  snapshot(): LibrarySnapshot;
  /** The same. Where there is much to read, the event loop has its turns meanwhile. */
  readSnapshot(options?: { signal?: AbortSignal | undefined }): Promise<LibrarySnapshot>;
  /**
   * Runs a piece of work as the one writer. Calls of one process wait for each other; against other processes the
   * writer lock decides (`CUBO_LIBRARY_LOCKED`).
   */
  write<T>(run: (writer: LibraryWriter) => Promise<T>, options?: { signal?: AbortSignal | undefined }): Promise<T>;
  /**
   * Takes this process's turn to write without taking the lock: for a writer in another thread of the process, which
   * opens the library itself. Calls of `write` wait until the work is done.
   */
  turn<T>(run: () => Promise<T>, options?: { signal?: AbortSignal | undefined }): Promise<T>;
  /** The document that has this URI, as its own or as an alias. */
  findDocument(uri: string): DocumentRecord | undefined;
  /** The document with this id. */
  findDocumentById(id: number): DocumentRecord | undefined;
  /** The documents that were made of the same bytes by the same extractor and chunker. */
  findDocumentsOf(content: { sha256: string; extractor: string; chunker: string }): DocumentRecord[];
  /** Documents of which a part is durable and the rest is still to come, by URI. */
  pendingDocuments(): PendingRecord[];
  /** The chunk of a pending document with the highest ordinal; `undefined` if it cannot be read. */
  lastPendingChunk(pending: PendingRecord): Promise<ChunkRecord | undefined>;
  /** The chunks of the version of a document that is live now, in order. */
  scanDocument(document: number): AsyncIterable<ChunkRecord>;
  /** New chunks whose vectors are those of older ones, since a writer has forgotten them last. */
  inheritedChunks(): InheritedRun[];
  /** The documents by URI, all or those of a scope. */
  documents(scope?: Scope): Iterable<DocumentRecord>;
  /**
   * Changes what a document is labelled with, at once: it needs no writer lock, so that no ingest holds it up. Gives the
   * document as it is now, `undefined` if there is none of this name.
   */
  label(uri: string, change: LabelChange): DocumentRecord | undefined;
  /** Conversations; changes of them need no writer lock. */
  readonly conversations: ConversationStore;
  /** Records of applications; changes of them need no writer lock. */
  readonly records: RecordStore;
  /** Jobs, the latest first. */
  jobs(): JobRecord[];
  /** A job with what became of its sources. */
  job(id: string): JobReport | undefined;
  /** The sources of a job that are not settled: those that were passed over, or are to be tried again. */
  jobFiles(job: string): JobFile[];
  /** Whether a writer is at work, in this process or another. */
  isBeingWritten(): boolean;
  /** A setting that a writer has stored. */
  setting(key: string): string | undefined;
  /** Reads everything and reports what does not fit together. Changes nothing. */
  check(options?: { signal?: AbortSignal | undefined }): Promise<Problem[]>;
  /**
   * Takes documents whose text is damaged out of the library, so that ingesting them again makes them whole. Gives
   * their URIs.
   */
  repair(options?: { signal?: AbortSignal | undefined }): Promise<string[]>;
  /**
   * Has something done at the beginning of each write, when the lock is held: refreshing an index that another process
   * may have written to.
   */
  onWriteStart(prepare: () => Promise<void>): void;
  /** Waits for the running write, then releases files. May be called more than once. */
  close(): Promise<void>;
}
