import { randomUUID } from 'node:crypto';
import { type Clock, CuboError, type IngestEvent, type IngestStream } from '@cubo/contracts';
import type { JobRecord, Library } from '@cubo/library';
import { describeValue } from '../arguments/describe-value.ts';
import type { SearchTraffic } from '../profile/search-traffic.ts';
import { eventStream } from './event-stream.ts';
import { type IngestInput, type PreparedInput, prepareInput, specificationFor } from './ingest-input.ts';
import type { RunIngest } from './ingest-job.ts';
import type { IngestRules } from './ingest-rules.ts';
import { createIngestStream } from './ingest-stream.ts';
import { isOpen, type JobSpecification, specificationOf } from './job-specification.ts';
import { createPauseGate } from './pause-gate.ts';

/** Options of a job that is begun or gone on with. */
export interface ResumeOptions {
  /** Stops the work; what is complete by then is published, and the job can be resumed. */
  readonly signal?: AbortSignal | undefined;
  /** Passwords to try on encrypted documents. They are not stored: a job that is resumed has to be given them again. */
  readonly passwords?: readonly string[] | undefined;
}

/** Options of `cubo.ingest`. What is taken of a folder and how it is labelled is kept with the job. */
export interface IngestOptions extends IngestRules, ResumeOptions {}

/** Starts ingest jobs. */
export interface IngestRunner {
  ingest(input: IngestInput, options?: IngestOptions): IngestStream;
  /** Ingests only some paths inside of folders. */
  ingestOnly(input: readonly string[], only: readonly string[], options?: IngestOptions): IngestStream;
  resume(job: string | undefined, options?: ResumeOptions): IngestStream;
}

/** Makes the runner of a library's jobs. */
export function createIngestRunner(options: {
  library: Library;
  clock: Clock;
  run: RunIngest;
  /** Waits while there are searches, where an ingest yields to them. */
  quiet: SearchTraffic['quiet'];
  /** Aborted when the library is closed: every job stops then. */
  closing: AbortSignal;
}): IngestRunner {
  const { library, clock, run, quiet, closing } = options;

  function start(input: PreparedInput, job: JobRecord, { signal, passwords }: ResumeOptions): IngestStream {
    const gate = createPauseGate();
    const events = eventStream<IngestEvent>(
      async (emit, inner) => {
        let isDoneTold = false;
        const emitAndPass = async (event: IngestEvent) => {
          if (event.type === 'done') isDoneTold = true;
          await emit(event);
          await gate.pass(inner);
          await quiet(inner);
        };
        await run({ input, job, passwords }, emitAndPass, inner);
        // A thread that is told to stop tells nothing any more, even where its work came to its end.
        if (!isDoneTold) inner.throwIfAborted();
      },
      [signal, closing],
    );
    return createIngestStream(events, gate);
  }

  function begin(input: IngestInput, ingestOptions: IngestOptions & Pick<JobSpecification, 'only'>): IngestStream {
    const { signal, passwords, ...rules } = ingestOptions;
    const prepared = prepareInput(input, library.paths.root, rules);
    const now = clock.now();
    const specification = JSON.stringify(specificationFor(prepared, rules));
    const job: JobRecord = { id: randomUUID(), state: 'running', specification, startedAt: now, updatedAt: now };
    return start(prepared, job, { signal, passwords });
  }

  return {
    ingest: (input, ingestOptions = {}) => begin(input, ingestOptions),
    ingestOnly: (input, only, ingestOptions = {}) => begin(input, { ...ingestOptions, only }),
    resume(id, ingestOptions = {}) {
      const job = library.jobs().find((candidate) => (id === undefined ? isOpen(candidate) : candidate.id === id));
      const { paths, ...rules } = specificationOf(job);
      if (job === undefined || job.state === 'done' || paths === undefined) throw notResumable(id, job);
      return start(prepareInput(paths, library.paths.root, rules), job, ingestOptions);
    },
  };
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
    message:
      id === undefined
        ? 'There is no job to resume.'
        : `There is no job ${typeof id === 'string' ? id : describeValue(id)} in this library.`,
    remedy: 'Look at status().jobs for those that can be resumed.',
  });
}
