import type { Analyzer, Chunker, Clock, IngestEvent, Logger, OcrEngine, SkippedFile, Source } from '@cubo/contracts';
import {
  awaitsOcr,
  type ExtractorRegistry,
  examineSource,
  extractChunks,
  ingestSources,
  type ReadAhead,
  type ReadAheadOptions,
  readAhead,
} from '@cubo/ingest';
import type { JobRecord, JobState, Library, LibraryWriter } from '@cubo/library';
import { fillLexicalIndex } from '../indexes/fill-lexical-index.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { assertExists } from './assert-exists.ts';
import { countSources } from './count-sources.ts';
import { goneFrom } from './gone-documents.ts';
import type { PreparedInput } from './ingest-input.ts';
import { isOpen } from './job-specification.ts';
import { rememberFolders } from './known-folders.ts';
import { createProgressMeter, type ProgressMeter } from './progress-meter.ts';
import { tellWithProgress } from './tell-with-progress.ts';

/** One run of a job. */
export interface IngestRequest {
  readonly input: PreparedInput;
  readonly job: JobRecord;
  /** To try on encrypted documents. */
  readonly passwords?: readonly string[] | undefined;
}

/** Does a job and tells of each step; a step is told when the one before has been heard. */
export type RunIngest = (
  request: IngestRequest,
  emit: (event: IngestEvent) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

/** What a job works with, in whichever thread. */
export interface IngestParts {
  readonly library: Library;
  readonly lexical: LexicalIndexHolder;
  readonly vectors: VectorSpaces | undefined;
  readonly analyzer: Analyzer;
  readonly registry: ExtractorRegistry;
  readonly chunker: Chunker;
  readonly maximumBytes: number;
  readonly ocr?: OcrEngine | undefined;
  /** How the next sources are extracted ahead, in other threads. Default: they are not. */
  readonly ahead?: Pick<ReadAheadOptions, 'limit' | 'begin'> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs jobs in the calling thread. */
export function runIngestHere(parts: IngestParts): RunIngest {
  const { library, lexical, vectors, analyzer, clock, logger } = parts;

  /** An unfinished job with the same paths is taken up again; others that nobody can resume are closed. */
  function takeUp(job: JobRecord, writer: LibraryWriter): JobRecord {
    let taken = job;
    for (const other of library.jobs()) {
      if (other.state === 'done' || other.id === job.id) continue;
      if (isOpen(other) && other.specification === job.specification) taken = other;
      else if (other.state === 'running' && !isOpen(other)) writer.writeJob({ ...other, state: 'failed' });
    }
    return taken;
  }

  async function write(
    { input, job: asked, passwords }: IngestRequest,
    writer: LibraryWriter,
    emit: (event: IngestEvent) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    // A mistyped path leaves no job behind.
    for (const path of input.paths ?? []) await assertExists(path);
    const job = takeUp(asked, writer);
    const save = (state: JobState) => writer.writeJob({ ...job, state, updatedAt: clock.now() });
    const resumed = library.jobs().some((known) => known.id === job.id);
    save('running');
    try {
      await emit({ type: 'job-start', job: job.id, resumed });
      await work({ input, job, passwords }, emit, writer, signal);
      save('done');
    } catch (error) {
      const state = signal.aborted ? 'cancelled' : 'failed';
      save(state);
      logger.warn(`Ingest job ${job.id} ${state}.`);
      throw error;
    }
  }

  async function work(
    { input, job, passwords }: IngestRequest,
    emit: (event: IngestEvent) => Promise<void>,
    writer: LibraryWriter,
    signal: AbortSignal,
  ): Promise<void> {
    const begun = performance.now();
    const meter = createProgressMeter();
    // First what an interrupted writer left behind: chunks that were published but not indexed, or the other way round.
    const index = await lexical.get();
    await library.readSnapshot({ signal });
    await fillLexicalIndex({ index, library, analyzer, signal });
    await lexical.removeOthers();
    const ingestion = ingestSources({
      library,
      writer,
      lexical: index,
      ...steps(input.sources({ signal }), meter, signal),
      registry: parts.registry,
      chunker: parts.chunker,
      passwords,
      ocr: parts.ocr,
      detectLanguage: (text) => analyzer.detect(text),
      maximumBytes: parts.maximumBytes,
      gone: (seen, problems) => goneFrom(input, library, { seen, problems }),
      job: job.id,
      onProgress: (bytes) => meter.within(bytes),
      signal,
    });
    const counting = new AbortController();
    const counted = countSources(input, AbortSignal.any([signal, counting.signal])).then(
      (total) => total && meter.setTotal(total),
    );
    try {
      const summary = await tellWithProgress(ingestion, meter, emit);
      logger.info(
        `Ingest job ${job.id}: ${summary.files} files, ${summary.chunks} chunks, ${summary.skipped.length} skipped.`,
      );
      if (input.only === undefined) await rememberFolders(input.paths ?? [], library, writer);
      await index.flush();
      if (vectors !== undefined) {
        const update = tellWithProgress(vectors.update(writer, { signal }), meter, emit);
        await meter.waiting('embed', update);
      }
      await emit({ type: 'done', job: job.id, ...summary, seconds: (performance.now() - begun) / 1000 });
    } finally {
      counting.abort();
      await counted;
    }
  }

  /** The steps that come before the storing of a source, and what is measured of them. */
  function steps(given: AsyncIterable<Source | SkippedFile>, meter: ProgressMeter, signal: AbortSignal): ReadAhead {
    const { ahead, registry, chunker, ocr } = parts;
    const here: ReadAhead = { sources: given, examine: examineSource(registry), extract: extractChunks(chunker) };
    const { sources, examine, extract }: ReadAhead =
      ahead === undefined
        ? here
        : readAhead({
            ...ahead,
            sources: given,
            examine: here.examine,
            extractHere: here.extract,
            // Of what is known by these bytes only the names are written.
            isWanted: (_source, { sha256, extractor }) =>
              library
                .findDocumentsOf({ sha256, extractor: extractor.id, chunker: chunker.id })
                .every((known) => awaitsOcr(known, ocr)),
            signal,
          });
    return {
      sources: meter.over('scan', sources),
      examine: (source, stop) => meter.examining(source, examine(source, stop)),
      extract: (...extraction) => meter.over('extract', extract(...extraction)),
    };
  }

  return (request, emit, signal) => library.write((writer) => write(request, writer, emit, signal), { signal });
}
