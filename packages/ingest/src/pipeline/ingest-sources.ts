import {
  type Chunker,
  CuboError,
  type FileOutcome,
  type IngestEvent,
  type IngestTotals,
  type SkippedFile,
  type Source,
  type SparseIndex,
  type UnreadPlace,
} from '@cubo/contracts';
import type { DocumentRecord, Library, LibraryWriter } from '@cubo/library';
import type { ExtractorRegistry } from '../extractors/registry.ts';
import { type ExamineSource, examineSource } from './examine-source.ts';
import { type ExtractChunks, extractChunks } from './extract-chunks.ts';
import { createSourceContext, type ExtractSettings } from './extract-context.ts';
import { createIngestBatch, type OpenDocument } from './ingest-batch.ts';
import { hasFactsOf, metadataOf, titleOf } from './source-facts.ts';
import { SourceProblem } from './source-problem.ts';

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
   * Called once all sources were seen, with their URIs and with what could not be a source: the documents of the
   * library that are gone and shall be deleted.
   */
  readonly gone: (
    seen: ReadonlySet<string>,
    problems: readonly SkippedFile[],
  ) => Iterable<DocumentRecord> | AsyncIterable<DocumentRecord>;
  /** Called with what was skipped, in small groups, for the job's record. */
  readonly record: (skipped: readonly SkippedFile[]) => void;
  /** Characters of text in a segment of the chunk store, about. Default 16 Mi. */
  readonly segmentCharacters?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What an ingest came to. */
export interface IngestSummary extends IngestTotals {
  readonly skipped: readonly SkippedFile[];
  readonly outcomes: Readonly<Record<FileOutcome, number>>;
}

type FileFinish = Extract<IngestEvent, { type: 'file-finish' }>;

/**
 * Takes sources into a library, one after the other: find the extractor, hash, compare, extract, chunk, index, publish.
 * Memory holds one section, one row group and the lexical index's buffer, whatever the size of the sources.
 *
 * A source that cannot be read is reported and passed over; its earlier version stays. When the signal is aborted the
 * documents that are complete are published first.
 */
export async function* ingestSources(options: IngestSourcesOptions): AsyncGenerator<IngestEvent, IngestSummary> {
  const { library, writer, lexical, signal } = options;
  const examine = options.examine ?? examineSource(options.registry);
  const extract = options.extract ?? extractChunks(options.chunker);
  const started = performance.now();
  const batch = createIngestBatch({
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
  /** How many of the skipped ones are in the job's record. */
  let recorded = 0;

  function count(event: FileFinish): FileFinish {
    outcomes[event.outcome]++;
    if (event.outcome !== 'removed') totals.files++;
    totals.chunks += event.chunks;
    totals.bytes += event.bytes;
    if (event.outcome === 'skipped') {
      const { source, reason = '', code = 'CUBO_FORMAT_INVALID' } = event;
      skipped.push({ path: source, reason, code });
    }
    return event;
  }

  async function publish(remove: readonly number[] = []): Promise<IngestEvent[]> {
    const published = await batch.publish(remove);
    if (recorded < skipped.length) options.record(skipped.slice(recorded));
    recorded = skipped.length;
    if (!published) return [];
    return [{ type: 'publish', seconds: (performance.now() - started) / 1000, ...totals }];
  }

  async function ingestOne(source: Source): Promise<FileFinish> {
    let bytes = 0;
    try {
      const examined = await examine(source, signal);
      const { extractor, sha256 } = examined;
      bytes = examined.bytes;
      const known = library.findDocument(source.uri);
      const same =
        known !== undefined &&
        known.sha256 === sha256 &&
        known.extractor === extractor.id &&
        known.chunker === options.chunker.id &&
        hasFactsOf(source, known);
      if (same) return { type: 'file-finish', source: source.uri, outcome: 'unchanged', chunks: 0, bytes };

      const { maximumBytes, passwords, ocr, detectLanguage, registry } = options;
      const settings = { maximumBytes, passwords, ocr, detectLanguage, registry };
      const told = createSourceContext(settings, signal, sha256);
      const { unread } = told;
      let document: OpenDocument | undefined;
      try {
        for await (const chunk of extract(source, examined, told.context)) {
          // Extractors describe the document before its first section, so title and language are known when the first
          // chunk is.
          document ??= batch.open({
            uri: source.uri,
            title: titleOf(source, told.description),
            language: told.description.language,
          });
          await document.append(chunk);
        }
        if (document === undefined) throw new SourceProblem(emptySource(source.uri, unread));
      } catch (error) {
        await document?.abandon();
        throw error;
      }
      await document.finish({
        name: source.name,
        pages: told.description.pages,
        sha256,
        bytes,
        modifiedAt: source.modifiedAt,
        extractor: extractor.id,
        chunker: options.chunker.id,
        metadata: metadataOf(source, told.description),
        unread,
      });
      const outcome = unread.length > 0 ? 'partly-indexed' : 'indexed';
      return { type: 'file-finish', source: source.uri, outcome, chunks: document.chunks, bytes, unread };
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      const { message, code } = error.error;
      return { ...skip(source.uri, { reason: message, code }), bytes };
    }
  }

  try {
    for await (const source of options.sources) {
      signal?.throwIfAborted();
      if (!('open' in source)) {
        problems.push(source);
        yield count(skip(source.path, source));
        continue;
      }
      if (seen.has(source.uri)) continue;
      seen.add(source.uri);
      yield { type: 'file-start', source: source.uri };
      yield count(await ingestOne(source));
      if (batch.due()) yield* await publish();
    }
    const remove: number[] = [];
    for await (const document of options.gone(seen, problems)) {
      remove.push(document.id);
      yield count({ type: 'file-finish', source: document.uri, outcome: 'removed', chunks: 0, bytes: 0 });
    }
    yield* await publish(remove);
  } catch (error) {
    // The reason of the abort is what the caller is told, even where the last publish fails.
    if (signal?.aborted && error === signal.reason) await publish().catch(() => {});
    throw error;
  } finally {
    await batch.discard().catch(() => {});
  }
  return { ...totals, skipped, outcomes };
}

function skip(source: string, { reason, code }: Pick<SkippedFile, 'reason' | 'code'>): FileFinish {
  return { type: 'file-finish', source, outcome: 'skipped', chunks: 0, bytes: 0, reason, code };
}

function emptySource(uri: string, unread: readonly UnreadPlace[]): CuboError {
  const [first] = unread;
  return new CuboError({
    code: 'CUBO_SOURCE_EMPTY',
    message: first
      ? `${uri} has no text that could be read (${first.place}: ${first.reason}).`
      : `${uri} holds no text.`,
    remedy: 'Nothing to do if it is meant to be empty.',
    path: uri,
  });
}
