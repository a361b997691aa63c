import type { JobRecord } from '@cubo/library';

/** What a job was asked to do, as the catalog keeps it. */
export interface JobSpecification {
  /** Absolute; none for sources of the host's own, which only the host can open again. */
  readonly paths?: readonly string[] | undefined;
}

/** What a job was asked to do. */
export function specificationOf(job: JobRecord | undefined): JobSpecification {
  return JSON.parse(job?.specification ?? '{}') as JobSpecification;
}

/** Whether there is work left in a job that can be taken up again. */
export function isOpen(job: JobRecord): boolean {
  return job.state !== 'done' && specificationOf(job).paths !== undefined;
}
