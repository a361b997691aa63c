import type {
  Analyzer,
  ConversationStore,
  Generator,
  IngestStream,
  KnowledgeBase,
  Metadata,
  RecordStore,
  Scope,
  Source,
} from '@cubo/contracts';
import type { WebPageOptions } from '@cubo/ingest';
import type { DocumentRecord } from '@cubo/library';
import type { CuboEvent, EventsOptions } from '../events/cubo-event.ts';
import type { IngestInput } from '../ingest/ingest-input.ts';
import type { IngestOptions, ResumeOptions } from '../ingest/ingest-runner.ts';
import type { MigrateOptions, MigrationStream } from '../migration/migration-event.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from '../search/embed-texts.ts';
import type { NearDuplicateGroup, NearDuplicatesOptions } from '../search/find-near-duplicates.ts';
import type { PlanOptions, PlanStream } from '../sync/plan-ingest.ts';
import type { FolderWatch, WatchOptions } from '../sync/watch-options.ts';
import type { Audit } from './audit.ts';
import type { Category } from './categories.ts';
import type { CompactionReport, CompactOptions } from './compact-library.ts';
import type { DoctorOptions, DoctorReport } from './doctor.ts';
import type { EraseOptions, ErasureReceipt } from './erase-document.ts';
import type { ExtractedDocument, ExtractOptions } from './extract-document.ts';
import type { JobDetails } from './job-status.ts';
import type { LabelOptions } from './label-document.ts';
import type { ReadOptions, StoredPassage } from './read-document.ts';
import type { CuboStatus } from './status.ts';

/** What a deletion removed. */
export interface Deletion {
  /** The name that was deleted. */
  readonly source: string;
  /** Chunks that are gone; 0 where the document is still there by another name. */
  readonly chunks: number;
  /** Other names by which the document is still there: files with the same bytes. */
  readonly remaining?: readonly string[] | undefined;
}

/** Options of `cubo.documents`. */
export interface DocumentsOptions {
  /** Only these documents. Default: all. */
  readonly scope?: Scope | undefined;
}

/** A knowledge base over the user's own documents. */
export interface Cubo extends KnowledgeBase, AsyncDisposable {
  /** The library's folder, absolute. */
  readonly path: string;
  /**
   * Brings files and folders into the library: new and changed ones are indexed, unchanged ones skipped, and documents
   * that are gone from an ingested folder are removed, unless an empty folder is in its place (see
   * {@link IngestOptions.allowEmpty}). Runs as its events are read, or when it is awaited; a source that cannot be read, or
   * that states of itself what cannot be (a title that is no text), is reported and passed over. An interrupted run goes on when the same paths are ingested again, or by
   * {@link Cubo.resume}.
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
   * Makes the vectors of the embedder in use where the library has those of another one, or lacks some: the new vectors are made
   * beside the old ones, and one transaction switches when they are complete; see `previousEmbedder` for what searches find
   * until then, and `status().migration` for how far it is. It works in slices of some seconds, between which ingests, deletions and other processes write;
   * stopped, or ended with the process, it goes on when it is called again. Every ingest does the same at its end, in one go.
   *
   * A training, and what the index does at the end, are not cut up. With a library that needs nothing it ends at once. What the embedder throws is thrown, and the old vectors stay in use.
   *
   * @throws CuboError `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`, `CUBO_LIBRARY_LOCKED`, `CUBO_LIBRARY_CLOSED`,
   * `CUBO_INDEX_CORRUPT`, `CUBO_STORAGE_FAILED`, `CUBO_BAD_ARGUMENT`
   */
  migrate(options?: MigrateOptions): MigrationStream;
  /**
   * Tells what an ingest would do, file by file, or in sums when it is awaited. Every file is read once, for its hash;
   * nothing is written, and no other writer is waited for.
   *
   * @throws CuboError `CUBO_PATH_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  plan(input: IngestInput, options?: PlanOptions): PlanStream;
  /**
   * Keeps folders in sync, from now until the watch is closed: first an ingest of all they hold, then of each file that
   * has changed once it has come to rest.
   *
   * @throws CuboError `CUBO_PATH_NOT_FOUND`, `CUBO_BAD_ARGUMENT`, `CUBO_LIBRARY_CLOSED`
   */
  watch(folders: string | readonly string[], options?: WatchOptions): FolderWatch;
  /**
   * Fetches a page of the public web (HTML, text, PDF, office documents), to be ingested. Its URI is the URL. Only where
   * the host allows the network; private addresses are refused, also behind names and redirects.
   *
   * @throws CuboError `CUBO_NETWORK_REFUSED`, `CUBO_NETWORK_FAILED`, `CUBO_SOURCE_TOO_LARGE`, `CUBO_FORMAT_UNSUPPORTED`,
   * `CUBO_BAD_ARGUMENT`
   */
  webPage(url: string | URL, options?: WebPageOptions): Promise<Source>;
  /** The categories of the documents and how many each holds; or the values of another label. */
  categories(label?: string): Promise<Category[]>;
  /**
   * Deletes a document. It is gone from the next query at once; its bytes leave the disk with {@link Cubo.compact}. Of a
   * document with several names only this one goes.
   *
   * @throws CuboError `CUBO_DOCUMENT_NOT_FOUND`
   */
  delete(source: string): Promise<Deletion>;
  /**
   * Deletes a document and takes it off the disk at once, so that no file of the library holds anything of it: what
   * {@link Cubo.delete} and {@link Cubo.compact} do, as one write. The receipt tells which files were removed or rewritten,
   * and what may remain elsewhere. Conversations and records lose what they quote of it; what was answered in conversations stays, and
   * the receipt names them. If it fails after the document was deleted, as with `CUBO_LIBRARY_IN_USE` where another
   * program goes on reading an earlier state of the catalog, `compact` makes up for the rest.
   *
   * @throws CuboError `CUBO_DOCUMENT_NOT_FOUND`, `CUBO_LIBRARY_IN_USE`, `CUBO_LIBRARY_LOCKED`, `CUBO_STORAGE_FAILED`,
   * `CUBO_SEGMENT_CORRUPT`, `CUBO_INDEX_CORRUPT`, `CUBO_BAD_ARGUMENT`
   */
  erase(source: string, options?: EraseOptions): Promise<ErasureReceipt>;
  /**
   * Changes what a document is labelled with, without reading it again: labels that are named are set, `null` takes one
   * away, others stay. Scopes see it at once, also while an ingest is running. These labels win over the document's own
   * and over those it was ingested with, until an ingest gives another value for the same name. Gives all of its labels.
   *
   * @throws CuboError `CUBO_DOCUMENT_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  label(source: string, metadata: Metadata, options?: LabelOptions): Promise<Metadata>;
  /**
   * Takes all that was deleted, removed or replaced off the disk, so that no file of the library holds anything of it, and
   * gives the space back. Of files that were not deleted by name, jobs go on naming those that they have passed over, and
   * those that an unfinished job still has to look at. Conversations and records lose what they quote of documents that are gone. A trained embedder that has seen deleted text is trained anew. Where another program goes on reading an
   * earlier state of the catalog, its log may still hold names and titles: that is `CUBO_LIBRARY_IN_USE`.
   *
   * @throws CuboError `CUBO_LIBRARY_IN_USE`, `CUBO_LIBRARY_LOCKED`, `CUBO_STORAGE_FAILED`, `CUBO_SEGMENT_CORRUPT`, `CUBO_INDEX_CORRUPT`
   */
  compact(options?: CompactOptions): Promise<CompactionReport>;
  /**
   * Reads all passages and finds those that are nearly the same, in other documents or in their own. Nothing is deleted
   * by it; searches let one stand for all in any case.
   */
  nearDuplicates(options?: NearDuplicatesOptions): AsyncIterable<NearDuplicateGroup>;
  /**
   * The documents of the library by URI, or those that a search in a scope would look at.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`
   */
  documents(options?: DocumentsOptions): Iterable<DocumentRecord>;
  /**
   * The stored passages of a document in order, from its beginning to its end; neighbours may overlap.
   *
   * @throws CuboError `CUBO_DOCUMENT_NOT_FOUND`, `CUBO_SEGMENT_CORRUPT`, `CUBO_BAD_ARGUMENT`
   */
  read(source: string, options?: ReadOptions): AsyncIterable<StoredPassage>;
  /**
   * Reads a document as an ingest would, and gives its passages without storing anything. It is read in a thread, which is
   * ended where the signal is aborted and it does not stop within five seconds, unless `threads` is false; extractors of the
   * host's own are called in the calling thread, where an abort ends the waiting.
   *
   * @throws CuboError `CUBO_FORMAT_UNSUPPORTED`, `CUBO_FORMAT_INVALID`, `CUBO_SOURCE_TOO_LARGE` and others of sources,
   * `CUBO_BAD_ARGUMENT`
   */
  extract(source: Source, options?: ExtractOptions): Promise<ExtractedDocument>;
  /**
   * Vectors of texts, as the library has them of its passages: to compare texts by their meaning, or to group them. The model
   * is loaded when it is used and let go when idle, and may contact no more than `network` allows. `undefined` where there is no
   * embedder that can be asked: with `embedder: false`, and until the default one was trained, which the first ingest does.
   *
   * ```ts
   * const { vectors } = (await cubo.embed(['The rent is due in June.', 'June is when the rent is paid.'])) ?? { vectors: [] };
   * ```
   *
   * @throws CuboError `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`, `CUBO_INDEX_CORRUPT` where a trained model is damaged,
   * `CUBO_BAD_ARGUMENT`, `CUBO_LIBRARY_CLOSED`
   */
  embed(texts: readonly string[], options?: EmbedTextsOptions): Promise<EmbeddedTexts | undefined>;
  /**
   * The generator of the library, or one of the caller's own, as `ask` uses it: its model is loaded when it is used and let
   * go when idle, it is listed in `status().models`, may contact no more than `network` allows, and fails with
   * `CUBO_GENERATOR_FAILED`.
   */
  holdGenerator(generator?: Generator): Generator;
  /** What cuts texts of the library into terms. */
  readonly analyzer: Analyzer;
  /**
   * Conversations about the documents, kept in the library: what `@cubo/agent` remembers by. Changes are made at once, also
   * while an ingest is running. After `close()` its methods throw `CUBO_LIBRARY_CLOSED`.
   */
  readonly conversations: ConversationStore;
  /**
   * Records of applications, kept in the library: what `@cubo/study` remembers by. Changes are made at once, also while an
   * ingest is running. After `close()` its methods throw `CUBO_LIBRARY_CLOSED`.
   */
  readonly records: RecordStore;
  /**
   * A job by its id, also after a restart: its state, and what became of its files.
   *
   * @throws CuboError `CUBO_JOB_NOT_FOUND`
   */
  job(id: string): JobDetails;
  /** Size, coverage and jobs of the library, and the parts in use. */
  status(): Promise<CuboStatus>;
  /**
   * What the library holds, file by file, which models are in use, and whom this process was in contact with: to be kept,
   * or shown to those who ask. Holds names of hosts, models and ingested paths, and nothing of what documents say.
   *
   * @throws CuboError `CUBO_LIBRARY_CLOSED`
   */
  audit(): Promise<Audit>;
  /**
   * Tells of what happens beside the calls, from the moment the reading begins until the library is closed: models that
   * are loaded, unloaded or fail, searches that were made without one. A reader is not waited for; one that falls a
   * thousand events behind loses the oldest. May be read any number of times at once.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`; when it is read, the reason of the signal
   */
  events(options?: EventsOptions): AsyncIterable<CuboEvent>;
  /**
   * Lets go of all models now; the next use of each loads it again. One at work, or being loaded, follows as soon as that
   * has ended, which is not waited for.
   */
  unload(): Promise<void>;
  /** Checks every byte of the library; with `repair`, mends what can be mended. */
  doctor(options?: DoctorOptions): Promise<DoctorReport>;
  /**
   * Stops what is running, and releases everything. What is stopped fails with `CUBO_LIBRARY_CLOSED`; a deletion that has
   * begun, and the present step of a compaction or repair, are waited for. May be called more than once. All other methods
   * then fail with `CUBO_LIBRARY_CLOSED`: `watch`, `resume` and `job` when they are called, the others when what they give
   * is awaited or read.
   */
  close(): Promise<void>;
}
