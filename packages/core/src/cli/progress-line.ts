import type { IngestProgress, IngestStage } from '@cubo/contracts';
import { countOf } from '../text/count-of.ts';
import { formatBytes } from '../text/format-bytes.ts';
import { formatSeconds } from '../text/format-seconds.ts';

const stages: Readonly<Record<IngestStage, string>> = {
  scan: 'finding files',
  extract: 'reading them',
  index: 'indexing',
  embed: 'making vectors',
};

/**
 * How far an ingest is, in one line: files, percent of the bytes, rate, time left, what takes most of the time, and the
 * file that is being read; what is not known yet is left out.
 */
export function progressLine(state: {
  /** Files done; the last progress that was told may know of fewer. */
  readonly files: number;
  readonly progress?: IngestProgress | undefined;
  readonly source?: string | undefined;
}): string {
  const { files, progress, source } = state;
  const parts: string[] = [];
  const total = progress?.files.total;
  parts.push(total === undefined ? countOf(files, 'file') : `${files} of ${countOf(Math.max(files, total), 'file')}`);
  if (progress !== undefined) {
    const { bytes, bytesPerSecond, secondsLeft, bottleneck } = progress;
    if (bytes.total !== undefined && bytes.total > 0) parts.push(`${Math.floor((100 * bytes.done) / bytes.total)} %`);
    if (bytesPerSecond > 0) parts.push(`${formatBytes(bytesPerSecond)}/s`);
    if (secondsLeft !== undefined && secondsLeft > 0) parts.push(`${formatSeconds(secondsLeft)} left`);
    parts.push(`mostly ${stages[bottleneck]}`);
  }
  // A name may hold line breaks.
  if (source !== undefined) parts.push(source.replace(/\p{Cc}/gu, '?'));
  return parts.join(' · ');
}
