import { badArgument } from '@cubo/contracts';
import { localDays as createLocalDays, type LocalDays } from '../progress/local-days.ts';
import { openStudyLog, type StudyLog } from '../progress/study-log.ts';
import type { StudyParts } from '../study-parts.ts';
import { type DeckRecords, openDeckRecords } from './deck-records.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

/** What decks are made with. */
export interface DeckOptions extends StudyParts {
  /** When a day of reviews begins by the user's clock, 0 to 23: who learns past midnight has not begun the next. Default 4. */
  readonly rolloverHour?: number | undefined;
}

/** What the parts of decks share. */
export interface DeckParts extends StudyParts {
  readonly records: DeckRecords;
  readonly log: StudyLog;
  readonly localDays: LocalDays;
  readonly scheduler: Scheduler;
}

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function openDeckParts({ rolloverHour = 4, ...parts }: DeckOptions): DeckParts {
  if (!Number.isSafeInteger(rolloverHour) || rolloverHour < 0 || rolloverHour > 23) {
    throw badArgument(`The option rolloverHour is ${String(rolloverHour)}.`, 'Pass a whole number from 0 to 23.');
  }
  const localDays = createLocalDays(parts.timeZone, rolloverHour);
  return {
    ...{ ...parts, localDays },
    records: openDeckRecords(parts),
    log: openStudyLog(parts),
    scheduler: createScheduler({ localDays, now: () => parts.clock.now(), random: parts.random }),
  };
}
