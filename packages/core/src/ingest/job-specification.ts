import type { JobRecord } from '@cubo/library';
import type { IngestRules } from './ingest-rules.ts';

/** What a job was asked to do, as the catalog keeps it: plain data, by which it is done in the same way again. */
export interface JobSpecification extends IngestRules {
  /** Absolute; none for sources of the host's own, which only the host can open again. */
  readonly paths?: readonly string[] | undefined;
  /** The only paths inside of these that are looked at, because they have changed. Default: all. */
  readonly only?: readonly string[] | undefined;
}

/** What a job was asked to do. */
export function specificationOf(job: JobRecord | undefined): JobSpecification {
  return JSON.parse(job?.specification ?? '{}') as JobSpecification;
}

/**
 * Whether there is work left in a job that can be taken up again. One of some changed paths is not: the next watch looks
 * at all of them. Where a compaction has taken these out, it is one of all paths.
 */
export function isOpen(job: JobRecord): boolean {
  if (job.state === 'done') return false;
  const { paths, only } = specificationOf(job);
  return paths !== undefined && only === undefined;
}
