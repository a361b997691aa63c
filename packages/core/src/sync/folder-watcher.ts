import type { Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { isPassedOver, isWithin, pathMatcher, patternPath, type ScanRules } from '@cubo/ingest';

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
  readonly onError: (error: NodeJS.ErrnoException) => void;
}

/** Starts to watch a folder; it is watched from when the promise is fulfilled. */
export type OpenFolderWatcher = (options: FolderWatcherOptions) => Promise<FolderWatcher>;

/** Watches a folder with chokidar. Names that a scan passes over, and what `exclude` leaves out, are not watched. */
export const openFolderWatcher: OpenFolderWatcher = async (options) => {
  const { folder, rules, interval, onChange, onError } = options;
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

  const watcher = watch(root, {
    ignored,
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    alwaysStat: true,
    // Changes are collected until files come to rest in any case.
    atomic: false,
    usePolling: interval !== undefined,
    ...(interval !== undefined && { interval, binaryInterval: interval }),
  });
  watcher.on('all', (event, given, state) => {
    const path = join(folder, relative(root, resolve(given)));
    // Each file in a folder that is removed is told of by itself.
    if (path === folder || event === 'unlinkDir') return;
    onChange({ path, isRules: isRules(path), state: event === 'unlink' ? 'gone' : state });
  });
  watcher.on('error', (error) => onError(error as NodeJS.ErrnoException));
  const ready = Promise.withResolvers<void>();
  watcher.once('ready', ready.resolve);
  // A system that can watch no more files may never be ready.
  watcher.once('error', () => ready.resolve());
  await ready.promise;
  return { close: () => watcher.close() };
};
