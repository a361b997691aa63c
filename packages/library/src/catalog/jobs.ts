import type { CuboErrorCode, FileOutcome } from '@cubo/contracts';
import type { Catalog } from './open-catalog.ts';

/**
 * State of a job. A job that is `running` although nobody holds the writer lock was interrupted, and can be resumed.
 */
export type JobState = 'running' | 'done' | 'cancelled' | 'failed';

/** A piece of work that survives a restart. */
export interface JobRecord {
  readonly id: string;
  readonly state: JobState;
  /** What was asked for, as JSON, so that it can be asked again. */
  readonly specification: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When its state was written last, likewise. */
  readonly updatedAt: number;
}

/** `retrying`: failed, to be tried again; `done`: ended. */
export type JobFileState = 'retrying' | 'done';

/** One source of a job. */
export interface JobFile {
  readonly uri: string;
  /** Default `done`. */
  readonly state?: JobFileState | undefined;
  /** How often it was tried. Default 1. */
  readonly attempts?: number | undefined;
  /** What became of it, once it is done. */
  readonly outcome?: FileOutcome | undefined;
  readonly chunks: number;
  /** Why it was skipped, or is tried again. */
  readonly reason?: string | undefined;
  readonly code?: CuboErrorCode | undefined;
}

/** A job with what became of its sources. */
export interface JobReport extends JobRecord {
  /** How many sources are in which state. */
  readonly files: Readonly<Record<JobFileState, number>>;
  /** How many sources ended in which way. */
  readonly outcomes: Readonly<Partial<Record<FileOutcome, number>>>;
  /** What was passed over, by URI. */
  readonly skipped: readonly JobFile[];
}

interface JobRow {
  id: string;
  state: JobState;
  specification: string;
  outcomes: string | null;
  started_at: number;
  updated_at: number;
}

/** How many ended jobs are remembered. */
const rememberedJobs = 20;

function toJob(row: JobRow): JobRecord {
  const { id, state, specification, started_at, updated_at } = row;
  return { id, state, specification, startedAt: started_at, updatedAt: updated_at };
}

/** All jobs, the latest first. */
export function listJobs(catalog: Catalog): JobRecord[] {
  return catalog.prepare<[], JobRow>('SELECT * FROM jobs ORDER BY started_at DESC, id').all().map(toJob);
}

/**
 * Writes a job's state, and forgets the oldest ended jobs. Of a job that is done only the counts of its sources are
 * kept, and those that were passed over. Call it inside a transaction.
 */
export function writeJob(catalog: Catalog, job: JobRecord): void {
  catalog
    .prepare(
      `INSERT INTO jobs (id, state, specification, started_at, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at, outcomes = NULL`,
    )
    .run(job.id, job.state, job.specification, job.startedAt, job.updatedAt);
  if (job.state === 'done') {
    const outcomes = JSON.stringify(countOutcomes(catalog, job.id));
    catalog.prepare('UPDATE jobs SET outcomes = ? WHERE id = ?').run(outcomes, job.id);
    catalog.prepare("DELETE FROM job_files WHERE job_id = ? AND outcome IS NOT 'skipped'").run(job.id);
  }
  catalog
    .prepare(
      `DELETE FROM jobs WHERE state <> 'running' AND id NOT IN
         (SELECT id FROM jobs WHERE state <> 'running' ORDER BY updated_at DESC, id LIMIT ${rememberedJobs})`,
    )
    .run();
}

/** Whether there is a job with this id. */
export function hasJob(catalog: Catalog, id: string): boolean {
  return catalog.prepare('SELECT 1 FROM jobs WHERE id = ?').get(id) !== undefined;
}

/** Writes how far a source of a job is. Call it inside a transaction. */
export function writeJobFile(catalog: Catalog, job: string, file: JobFile): void {
  catalog
    .prepare(
      `INSERT OR REPLACE INTO job_files (job_id, uri, state, attempts, outcome, chunks, reason, code)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[job, file.uri, file.state ?? 'done', file.attempts ?? 1, file.outcome ?? null],
      ...[file.chunks, file.reason ?? null, file.code ?? null],
    );
}

/** The sources of a job that are not settled, by URI: those that were passed over, or are to be tried again. */
export function listJobFiles(catalog: Catalog, job: string): JobFile[] {
  return jobFiles(catalog, job, "(outcome = 'skipped' OR state <> 'done')");
}

function jobFiles(catalog: Catalog, job: string, condition: string): JobFile[] {
  const rows = catalog
    .prepare<[string], JobFile & { outcome: FileOutcome | null; reason: string | null; code: CuboErrorCode | null }>(
      `SELECT uri, state, attempts, outcome, chunks, reason, code FROM job_files
       WHERE job_id = ? AND ${condition} ORDER BY uri`,
    )
    .all(job);
  return rows.map((row) => ({
    ...row,
    outcome: row.outcome ?? undefined,
    reason: row.reason ?? undefined,
    code: row.code ?? undefined,
  }));
}

function countOutcomes(catalog: Catalog, job: string): Partial<Record<FileOutcome, number>> {
  const rows = catalog
    .prepare<[string], [FileOutcome, number]>(
      'SELECT outcome, count(*) FROM job_files WHERE job_id = ? AND outcome IS NOT NULL GROUP BY outcome',
    )
    .raw()
    .all(job);
  return Object.fromEntries(rows) as Partial<Record<FileOutcome, number>>;
}

/** A job with what became of its sources. */
export function reportJob(catalog: Catalog, id: string): JobReport | undefined {
  const row = catalog.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?').get(id);
  if (row === undefined) return undefined;
  const outcomes = (
    row.outcomes === null ? countOutcomes(catalog, id) : JSON.parse(row.outcomes)
  ) as JobReport['outcomes'];
  const files: Record<JobFileState, number> = { retrying: 0, done: 0 };
  const states = catalog
    .prepare<[string], [JobFileState, number]>('SELECT state, count(*) FROM job_files WHERE job_id = ? GROUP BY state')
    .raw()
    .all(id);
  for (const [state, count] of states) files[state] = count;
  // Of a job that is done, the records of the sources that were not passed over are gone.
  files.done = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return { ...toJob(row), files, outcomes, skipped: jobFiles(catalog, id, "outcome = 'skipped'") };
}
