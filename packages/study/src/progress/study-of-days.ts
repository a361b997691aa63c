import type { LocalDays } from './local-days.ts';
import type { StudySession } from './session-fold.ts';

/** Study time of a day. */
export interface StudyOfDay {
  readonly milliseconds: number;
  readonly sessions: number;
}

/** Splits sessions between local days, from one day on. */
export function studyOfDays(
  sessions: readonly StudySession[],
  localDays: LocalDays,
  from: number,
): ReadonlyMap<number, StudyOfDay> {
  const days = new Map<number, StudyOfDay>();
  for (let i = sessions.length - 1; i >= 0; i--) {
    const { start, end } = sessions[i] as StudySession;
    const last = localDays.dayOf(end);
    if (last < from) break;
    for (let day = Math.max(from, localDays.dayOf(start)); day <= last; day++) {
      const part = Math.min(end, localDays.startOf(day + 1)) - Math.max(start, localDays.startOf(day));
      const known = days.get(day) ?? { milliseconds: 0, sessions: 0 };
      days.set(day, { milliseconds: known.milliseconds + part, sessions: known.sessions + 1 });
    }
  }
  return days;
}
