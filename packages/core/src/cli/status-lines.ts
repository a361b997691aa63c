import type { JobStatus } from '../cubo/job-status.ts';
import type { CuboStatus } from '../cubo/status.ts';
import { countOf } from '../text/count-of.ts';
import { formatBytes } from '../text/format-bytes.ts';

/** A library's status for people, line by line. Of the jobs it names the latest, and those that are not done. */
export function statusLines(status: CuboStatus): string[] {
  const { bytes, dense, lexical, migration, profile } = status;
  return [
    `library    ${status.path}${status.encrypted ? ' (encrypted)' : ''}`,
    `documents  ${status.documents}`,
    `chunks     ${status.chunks} in ${countOf(status.segments, 'segment')}`,
    `lexical    ${percent(lexical.coverage)} of the chunks, ${formatBytes(bytes.lexical)}`,
    dense === undefined
      ? 'vectors    none yet'
      : `vectors    ${percent(dense.coverage)} of the chunks, ${dense.dimensions} dimensions by ${dense.embedder}, ${formatBytes(bytes.vectors)}`,
    ...(migration === undefined
      ? []
      : [`migration  ${percent(migration.coverage)} of the chunks have vectors by ${migration.embedder}`]),
    `fusion     ${status.fuser}`,
    `generator  ${status.generator}`,
    `profile    ${profile.name}: ${profile.reason}`,
    `on disk    ${formatBytes(bytes.total)} (text ${formatBytes(bytes.chunks)}, catalog ${formatBytes(bytes.catalog)}, models ${formatBytes(bytes.models)})`,
    ...status.jobs.filter(({ state }, i) => i === 0 || state !== 'done').map(jobLine),
  ];
}

function jobLine({ id, state, startedAt, paths, skipped = [] }: JobStatus): string {
  const line = `job        ${id} ${state} since ${startedAt} ${paths.join(' ')}`;
  return skipped.length === 0 ? line : `${line} (${skipped.length} skipped, see --json)`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
