import { CuboError, type FileOutcome, type SkippedFile } from '@cubo/contracts';
import type { JobFile, JobFileState, JobRecord, JobState, Library } from '@cubo/library';

/** A job as `status()` shows it. */
export interface JobStatus {
  readonly id: string;
  /** `interrupted`: the process that ran it is gone, and `resume` goes on with it. */
  readonly state: JobState | 'interrupted';
  /** What it ingests; none for sources of the application's own. */
  readonly paths: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  /** When it began, was gone on with, or ended; ISO 8601. */
  readonly updatedAt: string;
  /** What it passed over, and why, by path; of the latest job only. */
  readonly skipped?: readonly SkippedFile[] | undefined;
}

/** A job with what became of its files so far. */
export interface JobDetails extends JobStatus {
  /** How many files are in which state. */
  readonly files: Readonly<Record<JobFileState, number>>;
  /** How many files ended in which way. */
  readonly outcomes: Readonly<Partial<Record<FileOutcome, number>>>;
  readonly skipped: readonly SkippedFile[];
}

/** All jobs that the library remembers, the latest first. */
export function jobStatuses(library: Library): JobStatus[] {
  const beingWritten = library.isBeingWritten();
  return library.jobs().map((job, i) => ({
    ...statusOf(job, beingWritten),
    ...(i === 0 && { skipped: skippedFiles(library.jobFiles(job.id)) }),
  }));
}

/**
 * What became of a job, also after a restart.
 *
 * @throws CuboError `CUBO_JOB_NOT_FOUND`
 */
export function jobDetails(library: Library, id: string): JobDetails {
  const job = library.job(id);
  if (job === undefined) {
    throw new CuboError({
      code: 'CUBO_JOB_NOT_FOUND',
      message: `There is no job ${id} in this library.`,
      remedy: 'Look at status().jobs for those that it remembers.',
    });
  }
  const { files, outcomes, skipped } = job;
  return { ...statusOf(job, library.isBeingWritten()), files, outcomes, skipped: skippedFiles(skipped) };
}

function statusOf({ id, state, specification, startedAt, updatedAt }: JobRecord, beingWritten: boolean): JobStatus {
  return {
    id,
    state: state === 'running' && !beingWritten ? 'interrupted' : state,
    paths: (JSON.parse(specification) as { paths?: string[] }).paths ?? [],
    startedAt: new Date(startedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function skippedFiles(files: readonly JobFile[]): SkippedFile[] {
  return files.flatMap(({ uri, outcome, reason = '', code = 'CUBO_FORMAT_INVALID' }) =>
    outcome === 'skipped' ? [{ path: uri, reason, code }] : [],
  );
}
