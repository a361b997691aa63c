import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** Milliseconds without word of the watcher after which it will not find out by itself any more. */
const quiet = 300;
/** Milliseconds after which a name is looked at in any case. */
const longest = 30_000;

/** Finds folders that are not those any more that a watcher has begun to watch. */
export interface ReplacedFolders {
  /** The watcher has told of a folder, as it looked just before it began to watch it. */
  add(path: string, state: Stats): void;
  /** The watcher has told that a folder is gone. */
  remove(path: string): void;
  /** Something was made, removed or renamed under this name. */
  suspect(path: string): void;
  /** The watcher is still telling of changes. */
  postpone(): void;
  close(): void;
}

/**
 * Makes a finder. The system watches folders, not names: one that is removed or renamed and made anew before the watcher
 * has looked is still there to the watcher, which goes on watching the old one and hears nothing of the new. So the
 * names that were touched are looked at once the watcher has told what it noticed; `onReplaced` is called when one of them leads to a folder that
 * the watcher has not told of. Nothing is looked at after that.
 */
export function createReplacedFolders(
  isIgnored: (path: string) => boolean,
  onReplaced: (path: string) => void,
): ReplacedFolders {
  const identities = new Map<string, string>();
  /** The names to look at. */
  let suspects = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let suspectedAt = 0;
  let isOver = false;

  async function look(): Promise<void> {
    const paths = suspects;
    suspects = new Set();
    timer = undefined;
    for (const path of paths) {
      const state = await lstat(path).catch(() => undefined);
      if (isOver) return;
      if (!state?.isDirectory() || identities.get(path) === identityOf(state)) continue;
      isOver = true;
      onReplaced(path);
      return;
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    const left = suspectedAt + longest - performance.now();
    timer = setTimeout(() => void look(), Math.max(0, Math.min(quiet, left)));
  }

  return {
    add: (path, state) => void identities.set(path, identityOf(state)),
    remove: (path) => void identities.delete(path),
    suspect(path) {
      if (isOver || isIgnored(path)) return;
      if (suspects.size === 0) suspectedAt = performance.now();
      suspects.add(path);
      schedule();
    },
    postpone() {
      if (!isOver && timer !== undefined) schedule();
    },
    close() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** A number alone is given to the next folder when one is removed. */
function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev} ${ino} ${birthtimeMs}`;
}
