import { randomUUID } from 'node:crypto';
import type { RecordChange } from '@cubo/contracts';
import { openCollection } from '../records/collection.ts';
import type { StudyParts } from '../study-parts.ts';
import type { StudyEvent, StudyEventKind } from './study-event.ts';

/** The log of what was studied: events are added, and none is changed. */
export interface StudyLog {
  /** What adds an event of now, to be made together with other changes. */
  entry(event: StudyEventKind): { readonly event: StudyEvent; readonly change: RecordChange };
  /** Adds events as they are, such as those of another device; one that is there already stays as it is. */
  add(events: readonly StudyEvent[]): void;
  /** Events by time, from one time on and before another. Default: all. */
  list(range?: { readonly from?: number | undefined; readonly to?: number | undefined }): StudyEvent[];
}

/** Opens the log of a library. */
export function openStudyLog({ cubo, clock }: Pick<StudyParts, 'cubo' | 'clock'>): StudyLog {
  const events = openCollection<StudyEvent>(cubo.records, 'study.event');
  const put = (event: StudyEvent) => events.put(event.id, event, { order: event.at });
  return {
    entry(kind) {
      const event: StudyEvent = { id: randomUUID(), at: clock.now(), ...kind };
      return { event, change: put(event) };
    },
    add: (added) => cubo.records.change(added.filter(({ id }) => events.get(id) === undefined).map(put)),
    list: (range) => events.list(range).map(({ content }) => content),
  };
}
