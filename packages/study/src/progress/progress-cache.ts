import type { LocalDays } from './local-days.ts';
import { createProgressFold, type ProgressFold } from './progress-fold.ts';
import type { StudyEvent } from './study-event.ts';
import type { StudyLog } from './study-log.ts';

/** Progress as far as it has been computed; it holds no text. */
export interface ProgressCache {
  /** Over the whole log of now. */
  read(): ProgressFold;
  forget(): void;
}

interface Computed {
  readonly fold: ProgressFold;
  count: number;
  last: StudyEvent | undefined;
}

/** Makes the cache: later events are added to what is computed, and for all others everything is computed anew. */
export function createProgressCache(
  log: StudyLog,
  { localDays, freezesPerWeek }: { readonly localDays: LocalDays; readonly freezesPerWeek: number },
): ProgressCache {
  let computed: Computed | undefined;

  function compute(): Computed {
    const events = log.list();
    const undone = new Set(events.flatMap((event) => (event.type === 'undone' ? [event.event] : [])));
    const fold = createProgressFold(localDays, freezesPerWeek);
    for (const event of events) fold.add(event, undone.has(event.id));
    return { fold, count: events.length, last: events.at(-1) };
  }

  /** Adds what has come since, where that is later than all before and takes nothing back. */
  function catchUp(known: Computed, count: number): boolean {
    const added = log.list({ from: known.last && known.last.at + 1 });
    // Others have come before the last.
    if (known.count + added.length !== count || added.some(({ type }) => type === 'undone')) return false;
    for (const event of added) known.fold.add(event, false);
    known.count = count;
    known.last = added.at(-1) ?? known.last;
    return true;
  }

  return {
    read() {
      const count = log.count();
      const isSame = computed?.count === count && log.list({ descending: true, limit: 1 })[0]?.id === computed.last?.id;
      if (computed === undefined || !(isSame || (count > computed.count && catchUp(computed, count)))) {
        computed = compute();
      }
      return computed.fold;
    },
    forget() {
      computed = undefined;
    },
  };
}
