import { randomUUID } from 'node:crypto';
import {
  type Analyzer,
  type Chunker,
  type Clock,
  CuboError,
  type IngestEvent,
  type IngestStream,
  type Logger,
  type SkippedFile,
} from '@cubo/contracts';
import { type ExtractorRegistry, ingestSources } from '@cubo/ingest';
import type { JobFile, JobRecord, JobState, Library, LibraryWriter } from '@cubo/library';
import { fillLexicalIndex } from '../indexes/fill-lexical-index.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { assertExists } from './assert-exists.ts';
import { eventStream } from './event-stream.ts';
import { goneDocuments } from './gone-documents.ts';
import { type IngestInput, type PreparedInput, prepareInput } from './ingest-input.ts';
import { createIngestStream } from './ingest-stream.ts';

/** Options of `cubo.ingest`. */
export interface IngestOptions {
  /** Stops the work; what is complete by then is published, and the job can be resumed. */
  readonly signal?: AbortSignal | undefined;
}

interface JobSpecification {
  readonly paths?: readonly string[] | undefined;
}

/** Runs ingest jobs. */
export interface IngestRunner {
  ingest(input: IngestInput, options?: IngestOptions): IngestStream;
  resume(job: string | undefined, options?: IngestOptions): IngestStream;
}

/** Makes the runner of a library's jobs. */
export function createIngestRunner(options: {
  library: Library;
  lexical: LexicalIndexHolder;
  vectors: VectorSpaces | undefined;
  analyzer: Analyzer;
  registry: ExtractorRegistry;
  chunker: Chunker;
  maximumBytes: number;
  clock: Clock;
  logger: Logger;
}): IngestRunner {
  const { library, lexical, vectors, analyzer, clock, logger } = options;

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

  async function work(
    input: PreparedInput,
    asked: JobRecord,
    emit: (event: IngestEvent) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    await library.write(
      async (writer) => {
        // A mistyped path leaves no job behind.
        for (const path of input.paths ?? []) await assertExists(path);
        const job = takeUp(asked, writer);
        const save = (state: JobState) => writer.writeJob({ ...job, state, updatedAt: clock.now() });
        const resumed = library.jobs().some((known) => known.id === job.id);
        save('running');
        try {
          await emit({ type: 'job-start', job: job.id, resumed });
          await run(input, job, emit, writer, signal);
          save('done');
        } catch (error) {
          const state = signal.aborted ? 'cancelled' : 'failed';
          save(state);
          logger.warn(`Ingest job ${job.id} ${state}.`);
          throw error;
        }
      },
      { signal },
    );
  }

  async function run(
    input: PreparedInput,
    job: JobRecord,
    emit: (event: IngestEvent) => Promise<void>,
    writer: LibraryWriter,
    signal: AbortSignal,
  ): Promise<void> {
    const begun = performance.now();
    // First what an interrupted writer left behind: chunks that were published but not indexed, or the other way round.
    const index = await lexical.get();
    await fillLexicalIndex({ index, library, analyzer, signal });
    await lexical.removeOthers();
    const ingestion = ingestSources({
      library,
      writer,
      lexical: index,
      sources: input.sources({ signal }),
      registry: options.registry,
      chunker: options.chunker,
      detectLanguage: (text) => analyzer.detect(text),
      maximumBytes: options.maximumBytes,
      gone: (seen, problems) =>
        input.paths === undefined
          ? []
          : goneDocuments({ documents: library.documents(), paths: input.paths, seen, problems }),
      record: (skipped) =>
        writer.writeJob({ ...job, state: 'running', updatedAt: clock.now() }, skipped.map(toJobFile)),
      signal,
    });
    // What the job skipped before it was interrupted may be readable now.
    const skippedBefore = new Set(library.jobFiles(job.id).map((file) => file.uri));
    let step = await ingestion.next();
    for (; !step.done; step = await ingestion.next()) {
      const event = step.value;
      if (event.type === 'file-finish' && skippedBefore.has(event.source) && event.outcome !== 'skipped') {
        const { source: uri, outcome, chunks } = event;
        writer.writeJob({ ...job, state: 'running', updatedAt: clock.now() }, [{ uri, outcome, chunks }]);
      }
      await emit(event);
    }
    const summary = step.value;
    logger.info(
      `Ingest job ${job.id}: ${summary.files} files, ${summary.chunks} chunks, ${summary.skipped.length} skipped.`,
    );
    await index.flush();
    if (vectors !== undefined) for await (const event of vectors.update(writer, { signal })) await emit(event);
    await emit({
      type: 'done',
      job: job.id,
      ...summary,
      seconds: (performance.now() - begun) / 1000,
    });
  }

  return {
    ingest(input, { signal } = {}) {
      const prepared = prepareInput(input, library.paths.root);
      const now = clock.now();
      const specification = JSON.stringify({ paths: prepared.paths } satisfies JobSpecification);
      const job: JobRecord = { id: randomUUID(), state: 'running', specification, startedAt: now, updatedAt: now };
      return createIngestStream(eventStream((emit, inner) => work(prepared, job, emit, inner), signal));
    },
    resume(id, { signal } = {}) {
      const job = library.jobs().find((candidate) => (id === undefined ? isOpen(candidate) : candidate.id === id));
      const { paths } = JSON.parse(job?.specification ?? '{}') as JobSpecification;
      if (job === undefined || job.state === 'done' || paths === undefined) throw notResumable(id, job);
      return createIngestStream(
        eventStream((emit, inner) => work(prepareInput(paths, library.paths.root), job, emit, inner), signal),
      );
    },
  };
}

/** Whether there is work left in a job. */
function isOpen(job: JobRecord): boolean {
  return job.state !== 'done' && job.specification.includes('"paths"');
}

/** A skipped source as the catalog keeps it. */
function toJobFile({ path, reason, code }: SkippedFile): JobFile {
  return { uri: path, outcome: 'skipped', chunks: 0, reason, code };
}

function notResumable(id: string | undefined, job: JobRecord | undefined): CuboError {
  if (job?.state === 'done') {
    return new CuboError({
      code: 'CUBO_JOB_NOT_FOUND',
      message: `The job ${job.id} is done; there is nothing of it to resume.`,
      remedy: 'Call ingest() with its paths to bring the library up to date.',
    });
  }
  if (job !== undefined) {
    return new CuboError({
      code: 'CUBO_JOB_NOT_FOUND',
      message: `The job ${job.id} ingested sources of the application's own, which only the application can open again.`,
      remedy: 'Call ingest() with the same sources: what is already in the library is skipped.',
    });
  }
  return new CuboError({
    code: 'CUBO_JOB_NOT_FOUND',
    message: id === undefined ? 'There is no job to resume.' : `There is no job ${id} in this library.`,
    remedy: 'Look at status().jobs for those that can be resumed.',
  });
}
