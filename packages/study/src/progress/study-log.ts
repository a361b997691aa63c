import { randomUUID } from 'node:crypto';
import type { RecordChange, RecordListOptions, RecordRange } from '@cubo/contracts';
import { openCollection } from '../records/collection.ts';
import type { StudyParts } from '../study-parts.ts';
import type { StudyEvent, StudyEventKind } from './study-event.ts';

/** What an event takes from a document. */
interface Quoted {
  readonly topic?: string | undefined;
  readonly source?: string | undefined;
}

/** An event as it is kept: what it takes from a document goes when that is erased. */
type StoredEvent = Omit<StudyEvent, 'topic' | 'source'> & {
  readonly quoted?: Quoted | undefined;
  readonly erased?: true | undefined;
};

/** The log of what was studied: events are added, and none is changed. */
export interface StudyLog {
  /** What adds an event, to be made together with other changes. Default: of now. */
  entry(event: StudyEventKind, at?: number): { readonly event: StudyEvent; readonly change: RecordChange };
  /** Adds events as they are, such as those of another device; one that is there already stays as it is. */
  add(events: readonly StudyEvent[]): void;
  /** Events by time, and by id where that is the same; from one time on and before another. Default: all. */
  list(options?: Omit<RecordListOptions, 'parent'>): StudyEvent[];
  /** How many there are. */
  count(range?: Omit<RecordRange, 'parent'>): number;
}

/** Opens the log of a library. */
export function openStudyLog({ cubo, clock }: Pick<StudyParts, 'cubo' | 'clock'>): StudyLog {
  const events = openCollection<StoredEvent>(cubo.records, 'study.event');
  const put = (event: StudyEvent) => {
    const { topic, source, ...rest } = event as StudyEvent & Quoted;
    if (topic === undefined && source === undefined) return events.put(event.id, rest, { order: event.at });
    const quotes = source === undefined ? [] : [source];
    return events.put(event.id, { ...rest, quoted: { topic, source } }, { order: event.at, quotes });
  };
  return {
    entry(kind, at = clock.now()) {
      const event: StudyEvent = { id: randomUUID(), at, ...kind };
      return { event, change: put(event) };
    },
    add: (added) => cubo.records.change(added.filter(({ id }) => events.get(id) === undefined).map(put)),
    count: (range) => events.count(range),
    list: (options) =>
      events
        .list(options)
        .map(({ content: { quoted, erased: _, ...event } }) => ({ ...event, ...quoted }) as StudyEvent),
  };
}
