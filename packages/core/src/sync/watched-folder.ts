import { lstat, readdir } from 'node:fs/promises';
import type { CuboErrorCode } from '@cubo/contracts';
import type { FolderChange, FolderWatcher, FolderWatcherOptions, OpenFolderWatcher } from './folder-watcher.ts';

/** Milliseconds between two looks where the system cannot watch. */
const fallbackInterval = 2000;
/** Milliseconds between two looks whether the folder itself is still there. */
const rootInterval = 1000;

/** One folder of a watch, which may come and go. */
export interface WatchedFolder {
  readonly path: string;
  /** Looks whether the folder is there. */
  isPresent(): Promise<boolean>;
  close(): Promise<void>;
}

/** Who hears of a watched folder. */
export interface WatchedFolderListener {
  onChange(change: FolderChange): void;
  /** All of it is to be looked at: it is back, or is watched in another way. */
  onWhole(folder: string): void;
  onWatching(folder: string, polling: boolean): void;
  onProblem(problem: { code: CuboErrorCode; reason: string; path: string }): void;
}

/**
 * Watches one folder. When it is removed, renamed or its drive is taken out, it is watched anew once a folder of its
 * name is there; so it is when a folder in it was replaced unnoticed. Where the system has no watches left, the files are
 * looked at every two seconds.
 */
export async function openWatchedFolder(
  open: OpenFolderWatcher,
  options: Pick<FolderWatcherOptions, 'folder' | 'rules' | 'libraryRoot' | 'interval'>,
  listener: WatchedFolderListener,
): Promise<WatchedFolder> {
  const { folder } = options;
  let { interval } = options;
  let watcher: FolderWatcher | undefined;
  let identity: string | undefined;
  let closed = false;
  let failed = false;
  let work: Promise<void> = Promise.resolve();

  function onError(error: NodeJS.ErrnoException): void {
    if (closed) return;
    const isLimit = error.code === 'ENOSPC' || error.code === 'EMFILE' || error.code === 'ENFILE';
    if (!isLimit) listener.onProblem(unwatchable(folder, error));
    if (!isLimit || failed || interval !== undefined) return;
    failed = true;
    listener.onProblem(noWatchesLeft(folder, error));
    interval = fallbackInterval;
    work = work.then(reopen);
  }

  function onReplaced(): void {
    if (!closed) work = work.then(reopen);
  }

  async function reopen(): Promise<void> {
    await watcher?.close();
    watcher = undefined;
    if (closed) return;
    identity = await identityOf(folder);
    if (identity === undefined) return;
    const tried = interval;
    try {
      watcher = await open({ ...options, interval, onChange: listener.onChange, onReplaced, onError });
    } catch (error) {
      // Gone again meanwhile: the next look will tell.
      identity = undefined;
      onError(error as NodeJS.ErrnoException);
      return;
    }
    if (closed || interval !== tried) return;
    listener.onWatching(folder, interval !== undefined);
    listener.onWhole(folder);
  }

  async function look(): Promise<void> {
    const now = await identityOf(folder);
    if (closed || now === identity) return;
    // An empty folder in the place of another is where a drive was mounted, or is still being filled.
    const isThere = now !== undefined && (await readdir(folder).catch(() => [])).length > 0;
    if (isThere) await reopen();
    else if (identity !== undefined) {
      identity = undefined;
      listener.onProblem(missing(folder));
    }
  }

  work = reopen();
  // Until it is watched in whichever way.
  for (let before: Promise<void> | undefined; before !== work; ) {
    before = work;
    await before;
  }
  const timer = setInterval(() => {
    work = work.then(look);
  }, rootInterval);
  return {
    path: folder,
    async isPresent() {
      work = work.then(look);
      await work;
      return identity !== undefined;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await work;
      await watcher?.close();
    },
  };
}

/** Tells one folder of a name from another that was made or mounted in its place. */
async function identityOf(folder: string): Promise<string | undefined> {
  const state = await lstat(folder, { bigint: true }).catch(() => undefined);
  return state && `${state.dev} ${state.ino}`;
}

function missing(path: string) {
  return {
    code: 'CUBO_PATH_NOT_FOUND' as const,
    reason: `The folder ${path} is not there any more. Its documents stay in the library; it is watched again when it is back.`,
    path,
  };
}

function noWatchesLeft(path: string, { code }: NodeJS.ErrnoException) {
  const remedy =
    code === 'ENOSPC'
      ? 'Raise the limit (sysctl fs.inotify.max_user_watches), or leave folders out with exclude'
      : 'Raise the limit of open files (ulimit -n), or leave folders out with exclude';
  return {
    code: 'CUBO_LIMIT_EXCEEDED' as const,
    reason: `The system cannot watch so many files as ${path} holds (${code}); they are looked at every 2 seconds instead. ${remedy}.`,
    path,
  };
}

function unwatchable(path: string, { message }: Error) {
  return {
    code: 'CUBO_SOURCE_UNREADABLE' as const,
    reason: `A part of ${path} could not be watched (${message}); changes in it may stay unnoticed until the next ingest.`,
    path,
  };
}
