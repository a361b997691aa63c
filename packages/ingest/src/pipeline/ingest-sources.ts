import {
  type Chunker,
  type CuboError,
  type FileOutcome,
  type IngestEvent,
  type IngestTotals,
  isCuboError,
  type SkippedFile,
  type Source,
  type SparseIndex,
  subtractChunkSets,
} from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import type { ExtractorRegistry } from '../extractors/registry.ts';
import { type ExamineSource, examineSource } from './examine-source.ts';
import { type ExtractChunks, extractChunks } from './extract-chunks.ts';
import type { ExtractSettings } from './extract-context.ts';
import { createIngestBatch } from './ingest-batch.ts';
import { type FileFinish, type IngestDocumentParts, ingestDocument } from './ingest-document.ts';
import { lostPending } from './lost-pending.ts';
import { createRetryQueue } from './retry-queue.ts';

/** What {@link ingestSources} works with. */
export interface IngestSourcesOptions extends ExtractSettings {
  readonly library: Library;
  /** The library's writer; it is held for the whole ingest. */
  readonly writer: LibraryWriter;
  /** Receives every chunk before it is published. */
  readonly lexical: SparseIndex;
  /** Sources, and in their midst what was found and cannot be one, such as a folder that may not be read. */
  readonly sources: AsyncIterable<Source | SkippedFile>;
  readonly registry: ExtractorRegistry;
  readonly chunker: Chunker;
  /** How sources are looked at before they are read. Default: in this thread. */
  readonly examine?: ExamineSource | undefined;
  /** How sources become chunks. Default: in this thread. */
  readonly extract?: ExtractChunks | undefined;
  /**
   * Called once all sources were seen, with their URIs and with what could not be a source: the names of documents
   * that are gone and shall be given up, and folders whose documents stay although there is nothing in them. A document
   * goes with the last of its names.
   */
  readonly gone: (
    seen: ReadonlySet<string>,
    problems: readonly SkippedFile[],
  ) => Iterable<string | SkippedFile> | AsyncIterable<string | SkippedFile>;
  /** Characters of text in a segment of the chunk store, about. Default 16 Mi. */
  readonly segmentCharacters?: number | undefined;
  /** Id of the job that this is work of: what becomes of each source is kept for it. Default: none, and nothing is kept. */
  readonly job?: string | undefined;
  /**
   * Seconds until a source that could not be read for a reason that may pass is tried again, after each failure. Default
   * 1, 4 and 15.
   */
  readonly retrySeconds?: readonly number[] | undefined;
  /** Told, while a source is being read, how many of its bytes are through; see `readingProgress`. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What an ingest came to. */
export interface IngestSummary extends IngestTotals {
  readonly skipped: readonly SkippedFile[];
  readonly outcomes: Readonly<Record<FileOutcome, number>>;
}

/** At the end, segments of whose rows more than this share is dead are written anew, up to so many rows. */
const compaction = { deadShare: 0.25, maximumRows: 1 << 17 };

/**
 * Takes sources into a library, one after the other: find the extractor, hash, compare, extract, chunk, index, publish.
 * Memory holds one section, one row group and the lexical index's buffer, whatever the size of the sources.
 *
 * A source that cannot be read is reported and passed over; its earlier version stays. When the signal is aborted, or what
 * gives the sources throws, the documents that are complete are published first, and what there is of the one that is not
 * is made durable: the next ingest of the same bytes goes on behind it.
 */
export async function* ingestSources(options: IngestSourcesOptions): AsyncGenerator<IngestEvent, IngestSummary> {
  const { library, writer, lexical, signal } = options;
  const examine = options.examine ?? examineSource(options.registry);
  const extract = options.extract ?? extractChunks(options.chunker);
  const started = performance.now();
  const batch = createIngestBatch({
    library,
    job: options.job,
    writer,
    lexical,
    detectLanguage: options.detectLanguage,
    segmentCharacters: options.segmentCharacters,
  });
  const seen = new Set<string>();
  const problems: SkippedFile[] = [];
  const skipped: SkippedFile[] = [];
  const outcomes: Record<FileOutcome, number> = {
    indexed: 0,
    'partly-indexed': 0,
    unchanged: 0,
    moved: 0,
    duplicate: 0,
    skipped: 0,
    removed: 0,
  };
  const totals = { files: 0, chunks: 0, bytes: 0 };

  function count(event: FileFinish): FileFinish {
    outcomes[event.outcome]++;
    if (event.outcome !== 'removed') totals.files++;
    totals.chunks += event.chunks;
    totals.bytes += event.bytes;
    const { source, outcome, chunks, reason, code } = event;
    batch.record({ uri: source, outcome, chunks, reason, code });
    if (outcome === 'skipped')
      skipped.push({ path: source, reason: reason ?? '', code: code ?? 'CUBO_FORMAT_INVALID' });
    return event;
  }

  async function publish(): Promise<IngestEvent[]> {
    const published = await batch.publish();
    if (!published) return [];
    return [{ type: 'publish', seconds: (performance.now() - started) / 1000, ...totals }];
  }

  const retries = createRetryQueue({ seconds: options.retrySeconds, signal });
  /** What the list of sources threw. What the library throws must not be followed by another publish. */
  let listFailure: { readonly error: unknown } | undefined;

  async function* given(): AsyncGenerator<Source | SkippedFile, void, undefined> {
    try {
      yield* options.sources;
    } catch (error) {
      listFailure = { error };
      throw error;
    }
  }

  function putOff(source: Source, problem: CuboError, retry: { attempts: number; seconds: number }): IngestEvent {
    const { attempts, seconds } = retry;
    const { code, message: reason } = problem;
    batch.record({ uri: source.uri, state: 'retrying', attempts, chunks: 0, reason, code });
    return { type: 'file-retry', source: source.uri, attempts, seconds, reason, code };
  }

  const { maximumBytes, passwords, ocr, detectLanguage, registry, memberLimits } = options;
  const parts: IngestDocumentParts = {
    library,
    batch,
    examine,
    extract,
    settings: { maximumBytes, passwords, ocr, detectLanguage, registry, memberLimits },
    chunker: options.chunker.id,
    lacksPending: () => subtractChunkSets(library.snapshot().pending, lexical.coverage()).size > 0,
    seen,
    publish,
    onProgress: options.onProgress,
    signal,
  };

  try {
    for await (const source of retries.merge(given())) {
      signal?.throwIfAborted();
      if (!('open' in source)) {
        problems.push(source);
        yield count(skip(source.path, source));
        continue;
      }
      if (seen.has(source.uri) && !retries.isRetry(source)) continue;
      seen.add(source.uri);
      yield { type: 'file-start', source: source.uri };
      const { finish, problem } = yield* ingestDocument(source, parts);
      const retry = problem && retries.add(source, problem);
      yield retry && problem ? putOff(source, problem, retry) : count(finish);
      if (batch.due()) yield* await publish();
    }
    // Only now does the catalog know all the names.
    yield* await publish();
    for await (const name of options.gone(seen, problems)) {
      if (typeof name !== 'string') {
        yield count(skip(name.path, name));
        continue;
      }
      batch.release(name);
      yield count({ type: 'file-finish', source: name, outcome: 'removed', chunks: 0, bytes: 0 });
      if (batch.due()) yield* await publish();
    }
    yield* await publish();
    for await (const pending of lostPending(library, seen)) batch.abandon(pending);
    yield* await publish();
    await compactSome(writer, signal);
  } catch (error) {
    // The reason of the abort, or what the list threw, is what the caller is told, even where the last publish fails.
    const isAbort = signal?.aborted && error === signal.reason;
    if (isAbort || listFailure?.error === error) await publish().catch(() => {});
    throw error;
  } finally {
    await batch.discard().catch(() => {});
  }
  return { ...totals, skipped, outcomes };
}

function skip(source: string, { reason, code }: Pick<SkippedFile, 'reason' | 'code'>): FileFinish {
  return { type: 'file-finish', source, outcome: 'skipped', chunks: 0, bytes: 0, reason, code };
}

/** A damaged segment is left as it is: doctor tells of it, and an ingest need not fail for it. */
async function compactSome(writer: LibraryWriter, signal: AbortSignal | undefined): Promise<void> {
  try {
    await writer.compactSegments({ ...compaction, signal });
  } catch (error) {
    if (!isCuboError(error, 'CUBO_SEGMENT_CORRUPT')) throw error;
  }
}
