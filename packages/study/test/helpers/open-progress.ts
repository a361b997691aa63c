import { type ManualClock, manualClock } from '@cubo/contracts/testing';
import type { Cubo } from '@cubo/core';
import { createProgress, type ProgressParts } from '../../src/progress/create-progress.ts';
import type { Progress } from '../../src/progress/progress.ts';
import type { StudyEvent } from '../../src/progress/study-event.ts';
import { openStudyLog, type StudyLog } from '../../src/progress/study-log.ts';
import { openStudyLibrary } from './open-study-library.ts';
import { monday } from './study-events.ts';

export interface OpenProgress {
  readonly progress: Progress;
  readonly log: StudyLog;
  readonly clock: ManualClock;
  readonly cubo: Cubo;
  /** Makes the log hold these events, which arrive in this order, and nothing else. */
  hold(events: readonly StudyEvent[]): Progress;
}

/** Progress over a library in a temporary folder. */
export async function openProgress(
  options: Partial<Pick<ProgressParts, 'timeZone' | 'freezesPerWeek'>> & {
    readonly now?: number;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<OpenProgress> {
  const { now = monday, timeZone = 'UTC', files, ...rest } = options;
  const clock = manualClock(now);
  const { cubo } = await openStudyLibrary(files);
  const log = openStudyLog({ cubo, clock });
  const progress = createProgress({ cubo, clock, timeZone, ...rest });
  return {
    ...{ progress, log, clock, cubo },
    hold(events) {
      cubo.records.change([{ clear: { collection: 'study.event' } }]);
      log.add(events);
      progress.rebuild();
      return progress;
    },
  };
}
