import type { Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { isPassedOver, isWithin, pathMatcher, patternPath, type ScanRules } from '@cubo/ingest';
import { createReplacedFolders } from './replaced-folders.ts';

/** Something that a watcher has noticed. */
export interface FolderChange {
  /** Below the folder as it was given: a file, or a folder that is new. */
  readonly path: string;
  /** Whether it is a `.gitignore` that is heeded. */
  readonly isRules: boolean;
  /** How it looks now; `gone` when it was removed. */
  readonly state: Stats | 'gone' | undefined;
}

/** What watches one folder. */
export interface FolderWatcher {
  close(): Promise<void>;
}

/** How a folder is watched. */
export interface FolderWatcherOptions {
  readonly folder: string;
  readonly rules: ScanRules;
  /** The library's own folder, which is never watched. */
  readonly libraryRoot: string;
  /** Milliseconds between two looks; `undefined`: the system tells of changes. */
  readonly interval: number | undefined;
  readonly onChange: (change: FolderChange) => void;
  /** A folder inside was replaced by another unnoticed, in which nothing is noticed until all is watched anew. */
  readonly onReplaced: () => void;
  readonly onError: (error: NodeJS.ErrnoException) => void;
}

/** Starts to watch a folder; it is watched from when the promise is fulfilled. */
export type OpenFolderWatcher = (options: FolderWatcherOptions) => Promise<FolderWatcher>;

/** Watches a folder with chokidar. Names that a scan passes over, and what `exclude` leaves out, are not watched. */
export const openFolderWatcher: OpenFolderWatcher = async (options) => {
  const { folder, rules, interval, onChange, onReplaced, onError } = options;
  const { watch } = await import('chokidar');
  // The folder itself may be a link; links below it are not followed.
  const root = await realpath(folder);
  const library = await realpath(options.libraryRoot).catch(() => options.libraryRoot);
  const excludes = pathMatcher(rules.exclude ?? [], 'exclude');
  const isRules = (path: string) => rules.gitignore === true && basename(path) === '.gitignore';

  function ignored(given: string): boolean {
    const path = resolve(given);
    if (path === root) return false;
    if (isWithin(path, library) || !isWithin(path, root)) return true;
    if (isPassedOver(basename(path))) return !isRules(path);
    return excludes(patternPath(root, path));
  }

  const replaced = createReplacedFolders((path) => path === root || ignored(path), onReplaced);
  const watcher = watch(root, {
    ignored,
    // Of folders it must be known which ones are watched.
    ignoreInitial: false,
    followSymlinks: false,
    ignorePermissionErrors: true,
    alwaysStat: true,
    // Changes are collected until files come to rest in any case.
    atomic: false,
    usePolling: interval !== undefined,
    ...(interval !== undefined && { interval, binaryInterval: interval }),
  });
  let isOpen = false;
  watcher.on('all', (event, given, state) => {
    const real = resolve(given);
    if (event === 'addDir' && state !== undefined) replaced.add(real, state);
    if (event === 'unlinkDir') replaced.remove(real);
    replaced.postpone();
    const path = join(folder, relative(root, real));
    // Each file in a folder that is removed is told of by itself.
    if (!isOpen || path === folder || event === 'unlinkDir') return;
    onChange({ path, isRules: isRules(path), state: event === 'unlink' ? 'gone' : state });
  });
  watcher.on('error', (error) => onError(error as NodeJS.ErrnoException));
  // By polling, names are watched.
  if (interval === undefined) {
    watcher.on('raw', (event, name, details) => {
      const { watchedPath } = details as { watchedPath?: string };
      if (event !== 'rename' || watchedPath === undefined) return;
      if (name) replaced.suspect(resolve(watchedPath, name));
      // What is watched tells of itself by its own name as well.
      replaced.suspect(resolve(watchedPath));
    });
  }
  const ready = Promise.withResolvers<void>();
  watcher.once('ready', ready.resolve);
  // A system that can watch no more files may never be ready.
  watcher.once('error', () => ready.resolve());
  await ready.promise;
  isOpen = true;
  return {
    close() {
      replaced.close();
      return watcher.close();
    },
  };
};
