import { type JobRecord, listJobs } from './jobs.ts';
import type { Catalog } from './open-catalog.ts';
import { hasNameUnder } from './scoped-documents.ts';
import { statement } from './statement.ts';

/** The names in what a job was asked for: paths, and the only ones in these that were looked at. */
interface AskedNames {
  readonly paths?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
}

/**
 * Takes a name out of the jobs: the records of what became of it, and what was asked for where it was this very name.
 * Call it inside a transaction.
 */
export function forgetJobName(catalog: Catalog, uri: string): void {
  statement(catalog, 'DELETE FROM job_files WHERE uri = ?').run(uri);
  const isOther = (name: string) => name !== uri;
  for (const job of listJobs(catalog)) {
    const asked = askedOf(job);
    const paths = asked.paths?.filter(isOther);
    const only = asked.only?.filter(isOther);
    if (paths?.length === asked.paths?.length && only?.length === asked.only?.length) continue;
    if (paths?.length === 0) statement(catalog, 'DELETE FROM jobs WHERE id = ?').run(job.id);
    else writeSpecification(catalog, job.id, { ...asked, paths, only });
  }
}

/**
 * Takes the names out of the jobs that the library does not hold any more: what became of such sources, unless they were
 * passed over or are to be tried again; paths that were asked for, unless there is still work with them; and which
 * changed ones were looked at. A job that is not done looks at all instead: what is still to come is among those. Call it
 * inside a transaction.
 */
export function forgetLeftNames(catalog: Catalog): void {
  for (const job of listJobs(catalog)) {
    const asked = askedOf(job);
    const paths = asked.paths?.filter((path) => !hasLeft(catalog, job, path));
    if (paths?.length === asked.paths?.length && asked.only === undefined) continue;
    if (paths?.length === 0 && job.state !== 'done') statement(catalog, 'DELETE FROM jobs WHERE id = ?').run(job.id);
    else writeSpecification(catalog, job.id, { ...asked, paths, only: undefined });
  }
  statement(
    catalog,
    `DELETE FROM job_files WHERE state = 'done' AND outcome <> 'skipped' AND uri NOT IN (
       SELECT uri FROM documents UNION ALL SELECT uri FROM aliases UNION ALL SELECT uri FROM pending_documents)`,
  ).run();
}

/** Whether a path that a job was asked for tells of what was in the library and is not any more. */
function hasLeft(catalog: Catalog, { id, state }: JobRecord, path: string): boolean {
  if (hasNameUnder(catalog, path)) return false;
  const record = statement<[string, string], { state: string; outcome: string | null }>(
    catalog,
    'SELECT state, outcome FROM job_files WHERE job_id = ? AND uri = ?',
  ).get(id, path);
  // Of a job that is done, the records are gone of what was not passed over.
  if (record === undefined) return state === 'done';
  return record.state === 'done' && record.outcome !== 'skipped';
}

function askedOf({ specification }: JobRecord): AskedNames {
  return JSON.parse(specification) as AskedNames;
}

function writeSpecification(catalog: Catalog, id: string, asked: AskedNames): void {
  statement(catalog, 'UPDATE jobs SET specification = ? WHERE id = ?').run(JSON.stringify(asked), id);
}
