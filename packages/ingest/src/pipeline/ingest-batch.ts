import { type Chunk, type ChunkSet, indexedFields, type SparseDocument, type SparseIndex } from '@cubo/contracts';
import type {
  FinishedDocument,
  InheritedRun,
  JobFile,
  Library,
  LibraryWriter,
  NewName,
  PendingRecord,
  Publication,
  Relabelling,
  SealedSegment,
  StagedSegment,
} from '@cubo/library';
import { type DocumentEnd, type DocumentProgress, type DocumentStart, documentProgress } from './open-document.ts';

/** Size of a segment: large enough that a library of 10 GB has few, small enough that a crash repeats little. */
const defaultSegmentCharacters = 16 * 2 ** 20;
const segmentRows = 16_384;
/**
 * How long finished documents may wait until they are published: at first briefly, so that there is something to search
 * soon, then twice as long each time, so that a long ingest makes few segments. A document that takes longer is made
 * durable as far as it is as often.
 */
const firstWait = 250;
const longestWait = 10_000;
/** Texts handed to the lexical index at a time. */
const lexicalBatch = 64;
/** Records of files that may wait for a publish. */
const mostRecords = 512;

/** A document that is being appended. One is open at a time. */
export interface OpenDocument {
  append(chunk: Chunk): Promise<void>;
  /** Chunks so far. */
  readonly chunks: number;
  /** Chunks that were durable before, and were not written again. */
  readonly resumed: number;
  /** All chunks are in: the document goes into the next publish. */
  finish(end: DocumentEnd): void;
  /**
   * The source could not be read to the end: what was appended is forgotten. With `keepDurable`, what was published of it
   * stays for another try.
   */
  abandon(options?: { keepDurable?: boolean }): Promise<void>;
}

/**
 * Collects documents until there are enough for a segment, and publishes them together: first their chunks become durable
 * in the lexical index, where nobody sees them yet, then one transaction makes the finished ones live, and the one that
 * is open durable as far as it is.
 */
export interface IngestBatch {
  /** Begins a document, or goes on with the pending one that is given, unless that has been given up already. */
  open(start: DocumentStart, resumed?: PendingRecord): Promise<OpenDocument>;
  /** Gives up a pending document, with the next publish. */
  abandon(pending: PendingRecord): void;
  move(name: NewName): void;
  alias(name: NewName): void;
  relabel(labels: Relabelling): void;
  /** Takes a name away, with the document where it is the only one. */
  release(uri: string): void;
  /** Keeps what became of a file for the job's record, in the same transaction. */
  record(file: JobFile): void;
  /** Whether the catalog does not tell yet what this batch makes of a document: its text, its own name, its labels. */
  changes(document: number): boolean;
  /** Whether a document gets another name, of which the catalog does not tell yet. */
  gainsName(document: number): boolean;
  /** Documents of the batch that were made of these bytes in this way. */
  finishedOf(content: { sha256: string; extractor: string; chunker: string }): FinishedDocument[];
  /** Whether it is time to publish. */
  due(): boolean;
  /** Publishes what is there. False if no reader can tell the difference. */
  publish(): Promise<boolean>;
  /** Drops all that is not published. */
  discard(): Promise<void>;
}

/** What waits for the next publish, beside chunks. */
interface Waiting {
  readonly documents: FinishedDocument[];
  /** The same by the hash of their bytes. */
  readonly byHash: Map<string, FinishedDocument[]>;
  readonly inherited: InheritedRun[];
  readonly moves: NewName[];
  readonly aliases: NewName[];
  readonly relabel: Relabelling[];
  readonly release: string[];
  readonly abandon: number[];
  readonly files: JobFile[];
}

function nothingWaiting(): Waiting {
  return {
    documents: [],
    byHash: new Map(),
    inherited: [],
    moves: [],
    aliases: [],
    relabel: [],
    release: [],
    abandon: [],
    files: [],
  };
}

/** Makes the batch of one ingest. `detectLanguage` gives `und` where it cannot tell; `job` is the job's id. */
export function createIngestBatch(options: {
  library: Library;
  writer: LibraryWriter;
  lexical: SparseIndex;
  detectLanguage: (text: string) => string;
  segmentCharacters?: number | undefined;
  job?: string | undefined;
}): IngestBatch {
  const { library, writer, lexical, detectLanguage, segmentCharacters = defaultSegmentCharacters, job } = options;
  let segment: StagedSegment | undefined;
  let sealed: SealedSegment[] = [];
  let waiting = nothingWaiting();
  let texts: SparseDocument[] = [];
  let current: DocumentProgress | undefined;
  /** Documents that waiting ones, or names, change or take a name from. */
  const changed = new Set<number>();
  const named = new Set<number>();
  let since = performance.now();
  let wait = firstWait;

  async function indexTexts(): Promise<void> {
    if (texts.length === 0) return;
    const batch = texts;
    texts = [];
    await lexical.add(batch);
  }

  async function seal(): Promise<void> {
    if (segment === undefined) return;
    sealed.push(await segment.seal());
    // Only now: one that cannot be sealed is still there to be discarded.
    segment = undefined;
  }

  const hasNews = () => current !== undefined && current.chunks > current.durable;
  const hasNames = () => {
    const { moves, aliases, relabel, release, abandon } = waiting;
    return [moves, aliases, relabel, release, abandon].some((list) => list.length > 0);
  };

  /** Who has a name loses it to the document that is to have it. */
  function noteOwner(uri: string): void {
    const owner = library.findDocument(uri);
    if (owner !== undefined) changed.add(owner.id);
  }

  function forgetWaiting(): void {
    waiting = nothingWaiting();
    changed.clear();
    named.clear();
  }

  async function append(document: DocumentProgress, chunk: Chunk): Promise<void> {
    const store = await document.next(chunk);
    if (store === undefined) return;
    segment ??= await writer.stageSegment();
    const stored = await segment.append(document.pending, document.chunks - 1, chunk);
    const { language } = store(stored);
    texts.push({ id: stored.id, ...indexedFields(stored), language });
    if (texts.length >= lexicalBatch) await indexTexts();
    if (segment.rows >= segmentRows || segment.characters >= segmentCharacters) await seal();
  }

  function takePublication(): Publication {
    const { files, inherited, byHash: _, ...rest } = waiting;
    const inheritedNow = [...inherited, ...(current?.takeInherited() ?? [])];
    return {
      ...rest,
      segments: sealed,
      unfinished: current !== undefined && hasNews() ? [current.unfinished()] : [],
      inherited: inheritedNow,
      ...(job !== undefined && { job: { id: job, files } }),
    };
  }

  async function publishChunks(): Promise<void> {
    await seal();
    await lexical.flush();
    const dead: ChunkSet = await writer.publish(takePublication());
    sealed = [];
    forgetWaiting();
    current?.published();
    since = performance.now();
    wait = Math.min(2 * wait, longestWait);
    await lexical.remove(dead);
  }

  return {
    async open(start, given) {
      // The publish that is to complete it would take out what is durable of it.
      const resumed = given !== undefined && waiting.abandon.includes(given.id) ? undefined : given;
      const pending = resumed === undefined ? writer.beginDocument(start) : writer.resumeDocument(resumed);
      if (resumed === undefined) {
        const others = library.pendingDocuments().filter(({ id, uri }) => id === pending.id || uri === pending.uri);
        for (const other of others) this.abandon(other);
      }
      const document = documentProgress({ library, start, pending, resumed, detectLanguage });
      current = document;
      return {
        append: (chunk) => append(document, chunk),
        get chunks() {
          return document.chunks;
        },
        resumed: resumed?.chunks ?? 0,
        finish(end) {
          document.assertWhole();
          changed.add(document.pending.id);
          noteOwner(document.pending.uri);
          const finished = document.finished(end);
          waiting.documents.push(finished);
          waiting.byHash.set(finished.sha256, [...(waiting.byHash.get(finished.sha256) ?? []), finished]);
          waiting.inherited.push(...document.takeInherited());
          current = undefined;
        },
        async abandon({ keepDurable = false } = {}) {
          current = undefined;
          await indexTexts();
          await lexical.remove(document.ids());
          if (document.durable > 0 && !keepDurable) waiting.abandon.push(document.pending.id);
        },
      };
    },
    abandon({ id }) {
      if (!waiting.abandon.includes(id)) waiting.abandon.push(id);
    },
    move(name) {
      changed.add(name.document);
      noteOwner(name.uri);
      waiting.moves.push(name);
    },
    alias(name) {
      named.add(name.document);
      noteOwner(name.uri);
      waiting.aliases.push(name);
    },
    relabel(labels) {
      changed.add(labels.document);
      waiting.relabel.push(labels);
    },
    release: (uri) => void waiting.release.push(uri),
    record(file) {
      if (job !== undefined) waiting.files.push(file);
    },
    // Names that are released may be those of any document.
    changes: (document) => waiting.release.length > 0 || changed.has(document),
    gainsName: (document) => named.has(document),
    finishedOf: ({ sha256, extractor, chunker }) =>
      (waiting.byHash.get(sha256) ?? []).filter(
        (document) => document.extractor === extractor && document.chunker === chunker,
      ),
    due() {
      if (waiting.files.length >= mostRecords || sealed.length > 0) return true;
      const isWaiting = waiting.documents.length > 0 || hasNames();
      if (!isWaiting && !hasNews()) return false;
      // What nobody can search yet is made durable less often.
      return performance.now() - since >= (isWaiting ? wait : longestWait);
    },
    async publish() {
      await indexTexts();
      if (waiting.documents.length > 0 || hasNames() || hasNews()) {
        const isVisible = waiting.documents.length > 0 || hasNames();
        await publishChunks();
        return isVisible;
      }
      if (job !== undefined && waiting.files.length > 0) writer.writeJobFiles(job, waiting.files.splice(0));
      if (current === undefined) await this.discard();
      return false;
    },
    async discard() {
      const open = segment;
      const closed = sealed;
      segment = undefined;
      texts = [];
      forgetWaiting();
      current = undefined;
      sealed = [];
      await open?.discard();
      for (const { directory } of closed) await library.files.remove(directory);
    },
  };
}
