import { onTestFinished } from 'vitest';
import type { FolderWatch, IngestEvent, WatchEvent } from '../../src/index.ts';

/** What one step of a watch came to: outcomes by the names of files below a folder. */
export interface SyncStep {
  readonly outcomes: Readonly<Record<string, string>>;
  readonly changes: readonly (number | undefined)[];
}

/** Follows a watch. */
export interface Following {
  readonly events: readonly WatchEvent[];
  /** Waits until the watch is idle for the next time, and tells what has happened since the last. */
  idle(): Promise<SyncStep>;
  /** Waits for an event. */
  until(test: (event: WatchEvent) => boolean): Promise<WatchEvent>;
}

type FileFinish = Extract<IngestEvent, { type: 'file-finish' }>;

/** Reads the events of a watch, which is closed when the test is over. */
export function follow(watch: FolderWatch, folder: string): Following {
  const events: WatchEvent[] = [];
  let told = 0;
  let wake = () => {};
  let failure: { error: unknown } | undefined;
  const reading = (async () => {
    try {
      for await (const event of watch) {
        events.push(event);
        wake();
      }
    } catch (error) {
      failure = { error };
      wake();
    }
  })();
  onTestFinished(async () => {
    await watch.close();
    await reading;
  });

  async function until(test: (event: WatchEvent) => boolean, from = 0): Promise<WatchEvent> {
    for (let at = from; ; ) {
      for (; at < events.length; at++) if (test(events[at] as WatchEvent)) return events[at] as WatchEvent;
      if (failure) throw failure.error;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    events,
    until: (test) => until(test, told),
    async idle() {
      const last = await until((event) => event.type === 'sync' && event.state === 'idle', told);
      const since = events.slice(told, events.indexOf(last) + 1);
      told = events.indexOf(last) + 1;
      const finishes = since.filter((event): event is FileFinish => event.type === 'file-finish');
      return {
        outcomes: Object.fromEntries(
          finishes.map(({ source, outcome }) => [source.slice(folder.length + 1).replaceAll('\\', '/'), outcome]),
        ),
        changes: since.flatMap((event) => (event.type === 'sync' && event.state === 'running' ? [event.changes] : [])),
      };
    },
  };
}
