import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** Collects the paths that have changed until they have come to rest. */
export interface ChangedPaths {
  /** Notes that something about a path has changed: it was made, written to, renamed or removed. */
  touch(path: string, state: Stats | 'gone' | undefined): void;
  /** How many paths are waiting. */
  readonly size: number;
  has(path: string): boolean;
  /** Lets `take` give what it has at once, which may be nothing. */
  interrupt(): void;
  /** Takes the paths that have come to rest out of it, sorted, as soon as there are some. */
  take(signal: AbortSignal): Promise<readonly string[]>;
}

interface Change {
  /** When it was noticed last. */
  at: number;
  /** How the file looked then; empty where it was not there. */
  look: string | undefined;
}

/** How much longer than a path, a whole batch may be waited for while other paths keep changing. */
const patience = 10;

/**
 * Makes a collection. What a change was does not matter: whoever takes the path looks what is there. So a file that an
 * editor saves by writing a new one and renaming it over the old one has simply changed, and one that was removed and
 * is back is simply there. A file that is still being written to, with or without word of it, waits.
 */
export function createChangedPaths(quietMilliseconds: number): ChangedPaths {
  const changes = new Map<string, Change>();
  let wake = () => {};
  let isInterrupted = false;
  let timer: NodeJS.Timeout | undefined;
  let firstAt = 0;
  let lastAt = 0;

  /** How long until it is worth to look; undefined while there is nothing. */
  function delay(): number | undefined {
    if (changes.size === 0) return undefined;
    const now = performance.now();
    return Math.max(0, Math.min(lastAt + quietMilliseconds, firstAt + patience * quietMilliseconds) - now);
  }

  async function takeRested(): Promise<string[]> {
    const rested: string[] = [];
    const due = performance.now() - quietMilliseconds;
    for (const [path, change] of [...changes]) {
      if (change.at > due) continue;
      const { at } = change;
      const look = await lookOf(path);
      // Touched while it was looked at.
      if (change.at !== at) continue;
      if (change.look === look) {
        changes.delete(path);
        rested.push(path);
      } else {
        change.at = performance.now();
        change.look = look;
      }
    }
    firstAt = performance.now();
    lastAt = Math.max(0, ...[...changes.values()].map(({ at }) => at));
    return rested.sort();
  }

  return {
    get size() {
      return changes.size;
    },
    touch(path, state) {
      const at = performance.now();
      if (changes.size === 0) firstAt = at;
      lastAt = at;
      changes.set(path, { at, look: state === 'gone' ? '' : state && describe(state) });
      wake();
    },
    has: (path) => changes.has(path),
    interrupt() {
      isInterrupted = true;
      wake();
    },
    async take(signal) {
      const onAbort = () => wake();
      signal.addEventListener('abort', onAbort, { once: true });
      isInterrupted = false;
      try {
        for (;;) {
          signal.throwIfAborted();
          if (isInterrupted) return [];
          const wait = delay();
          if (wait === 0) {
            const rested = await takeRested();
            if (rested.length > 0) return rested;
            continue;
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (wait !== undefined) timer = setTimeout(resolve, wait);
          });
          clearTimeout(timer);
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

async function lookOf(path: string): Promise<string> {
  const state = await lstat(path).catch(() => undefined);
  return state ? describe(state) : '';
}

function describe({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}
