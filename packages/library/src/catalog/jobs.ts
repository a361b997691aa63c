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
  readonly updatedAt: number;
}

/** What became of one source of a job. */
export interface JobFile {
  readonly uri: string;
  readonly outcome: FileOutcome;
  readonly chunks: number;
  readonly reason?: string | undefined;
  readonly code?: CuboErrorCode | undefined;
}

interface JobRow {
  id: string;
  state: JobState;
  specification: string;
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

/** Writes a job's state, and forgets the oldest ended jobs. Call it inside a transaction. */
export function writeJob(catalog: Catalog, job: JobRecord): void {
  catalog
    .prepare(
      `INSERT INTO jobs (id, state, specification, started_at, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at`,
    )
    .run(job.id, job.state, job.specification, job.startedAt, job.updatedAt);
  catalog
    .prepare(
      `DELETE FROM jobs WHERE state <> 'running' AND id NOT IN
         (SELECT id FROM jobs WHERE state <> 'running' ORDER BY updated_at DESC, id LIMIT ${rememberedJobs})`,
    )
    .run();
}

/** Writes what became of a source. Call it inside a transaction. */
export function writeJobFile(catalog: Catalog, job: string, file: JobFile): void {
  catalog
    .prepare('INSERT OR REPLACE INTO job_files (job_id, uri, outcome, chunks, reason, code) VALUES (?, ?, ?, ?, ?, ?)')
    .run(job, file.uri, file.outcome, file.chunks, file.reason ?? null, file.code ?? null);
}

/** The sources of a job by URI. */
export function listJobFiles(catalog: Catalog, job: string): JobFile[] {
  const rows = catalog
    .prepare<[string], JobFile & { reason: string | null; code: CuboErrorCode | null }>(
      'SELECT uri, outcome, chunks, reason, code FROM job_files WHERE job_id = ? ORDER BY uri',
    )
    .all(job);
  return rows.map((row) => ({ ...row, reason: row.reason ?? undefined, code: row.code ?? undefined }));
}
