import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  badArgument,
  type CuboErrorCode,
  describeThrown,
  type IngestStream,
  isCuboError,
  type Logger,
} from '@cubo/contracts';
import { isWithin, pathNotFound } from '@cubo/ingest';
import { describeValue } from '../arguments/describe-value.ts';
import { assertIngestRules } from '../ingest/ingest-input.ts';
import type { IngestRunner } from '../ingest/ingest-runner.ts';
import { linkSignals } from '../signals/link-signals.ts';
import { createChangedPaths } from './changed-paths.ts';
import { createEventFeed } from './event-feed.ts';
import type { FolderChange, OpenFolderWatcher } from './folder-watcher.ts';
import { pause } from './pause.ts';
import { withUnnoticedFiles } from './unnoticed-files.ts';
import type { WatchEvent } from './watch-event.ts';
import { assertWatchOptions, type FolderWatch, type WatchOptions } from './watch-options.ts';
import { openWatchedFolder, type WatchedFolder } from './watched-folder.ts';

/** Files come to rest, and then their changes are taken together. */
const defaultDebounce = 500;
const defaultInterval = 2000;
/** Milliseconds after which a sync is tried again, twice as many each time. */
const firstPause = 1000;
const longestPause = 60_000;
/** What another try cannot mend. */
const fatal: ReadonlySet<CuboErrorCode> = new Set(['CUBO_BAD_ARGUMENT', 'CUBO_LIBRARY_CLOSED', 'CUBO_LIBRARY_INVALID']);

/** What a watch works with. */
export interface WatchParts {
  readonly runner: IngestRunner;
  readonly libraryRoot: string;
  readonly logger: Logger;
  /** Aborted when the knowledge base is closed. */
  readonly closing: AbortSignal;
  readonly open: OpenFolderWatcher;
  /** Whether the library has a document of this name. */
  readonly isKnown: (path: string) => boolean;
  /** Called when the watch is over. */
  readonly onEnd: () => void;
}

/**
 * Keeps folders in sync: first an ingest of all they hold, then one of the paths that have changed each time files have
 * come to rest.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
 */
export function watchFolders(given: string | readonly string[], options: WatchOptions, parts: WatchParts): FolderWatch {
  assertWatchOptions(options);
  const { debounceMilliseconds = defaultDebounce, polling = false, signal: _, passwords, ...rules } = options;
  assertIngestRules(rules);
  const folders = foldersOf(given);
  const { runner, logger } = parts;
  const feed = createEventFeed<WatchEvent>();
  const { signal, abort, unlink } = linkSignals([options.signal, parts.closing]);
  // A reader that closes the watch, or is itself stuck, would otherwise be waited for by what it waits for.
  if (signal.aborted) feed.stopWaiting();
  else signal.addEventListener('abort', feed.stopWaiting, { once: true });
  const left = new DOMException('The watch was closed.', 'AbortError');
  const changed = createChangedPaths(debounceMilliseconds);
  const watched: WatchedFolder[] = [];
  /** Folders of which everything is to be looked at. */
  const whole = new Set<string>();
  let isIdle = false;

  const tell = (event: WatchEvent) => void feed.push(event);
  const listener = {
    onChange({ path, isRules, state }: FolderChange) {
      if (isRules) listener.onWhole(folders.find((folder) => isWithin(path, folder)) ?? path);
      else changed.touch(path, state);
    },
    onWhole(folder: string) {
      whole.add(folder);
      changed.interrupt();
    },
    onWatching: (folder: string, polled: boolean) => tell({ type: 'watching', folders: [folder], polling: polled }),
    onProblem(problem: { code: CuboErrorCode; reason: string; path: string }) {
      logger.warn(problem.reason);
      tell({ type: 'watch-problem', ...problem });
    },
  };

  async function run(): Promise<void> {
    const interval = polling === true ? defaultInterval : polling || undefined;
    for (const folder of folders) {
      signal.throwIfAborted();
      watched.push(
        await openWatchedFolder(parts.open, { folder, rules, libraryRoot: parts.libraryRoot, interval }, listener),
      );
    }
    for (;;) await sync(await nextPaths());
  }

  /** The paths to look at next; `undefined`: everything in the folders of `whole`. */
  async function nextPaths(): Promise<readonly string[] | undefined> {
    for (;;) {
      if (whole.size > 0) return undefined;
      const taken = await changed.take(signal);
      const paths = await withUnnoticedFiles(taken, { isWaiting: changed.has, isKnown: parts.isKnown });
      if (paths.length > 0) return paths;
      settle();
    }
  }

  async function sync(paths: readonly string[] | undefined): Promise<void> {
    for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
      signal.throwIfAborted();
      const present: string[] = [];
      for (const folder of watched) if (await folder.isPresent()) present.push(folder.path);
      const wanted = paths === undefined ? present.filter((folder) => whole.has(folder)) : present;
      const only = paths?.filter((path) => wanted.some((folder) => isWithin(path, folder)));
      if (paths === undefined) whole.clear();
      const isNothing = wanted.length === 0 || only?.length === 0;
      if (!isNothing) isIdle = false;
      const found = isNothing ? 'done' : await attempt(wanted, only);
      if (found === 'done') return settle();
      if (only === undefined) for (const folder of wanted) whole.add(folder);
      await pause(found === 'locked' ? firstPause : wait, signal);
    }
  }

  function settle(): void {
    if (isIdle || whole.size > 0 || changed.size > 0) return;
    isIdle = true;
    tell({ type: 'sync', state: 'idle' });
  }

  async function attempt(
    wanted: readonly string[],
    only: readonly string[] | undefined,
  ): Promise<'done' | 'locked' | 'failed'> {
    await feed.push({ type: 'sync', state: 'running', ...(only && { changes: only.length }) });
    const settings = { ...rules, passwords, signal };
    try {
      await forward(only ? runner.ingestOnly(wanted, only, settings) : runner.ingest(wanted, settings));
      return 'done';
    } catch (error) {
      signal.throwIfAborted();
      if (!isCuboError(error) || fatal.has(error.code)) throw error;
      if (error.code === 'CUBO_LIBRARY_LOCKED') {
        tell({ type: 'sync', state: 'waiting' });
        return 'locked';
      }
      logger.warn(error.message);
      tell({ type: 'watch-problem', code: error.code, reason: error.message, path: error.path });
      return 'failed';
    }
  }

  async function forward(events: IngestStream): Promise<void> {
    for await (const event of events) {
      // It was being written to when it was read, and will be at rest some time.
      if (event.type === 'file-finish' && event.code === 'CUBO_SOURCE_CHANGED') changed.touch(event.source, undefined);
      await feed.push(event);
    }
  }

  async function runToEnd(): Promise<void> {
    let failure: { error: unknown } | undefined;
    try {
      await run();
    } catch (thrown) {
      const error: unknown = signal.aborted ? signal.reason : thrown;
      if (!signal.aborted) logger.error(`The watch of ${folders.join(', ')} has ended: ${describeThrown(error)}`);
      if (error !== left) failure = { error };
    }
    for (const folder of watched) await folder.close();
    unlink();
    parts.onEnd();
    feed.end(failure);
  }

  const running = runToEnd();
  const close = async () => {
    abort(left);
    await running;
  };
  const events = feed.read(close);
  return { folders, close, [Symbol.asyncIterator]: () => events, [Symbol.asyncDispose]: close };
}

function foldersOf(given: string | readonly string[]): string[] {
  const list: unknown = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isPath)) {
    throw badArgument(
      `The folder to watch is ${describeValue(given)}.`,
      'Pass the path of a folder, or a list of them.',
    );
  }
  const folders = [...new Set(list.map((path: string) => resolve(path)))];
  for (const folder of folders) {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) throw pathNotFound(folder);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    throw badArgument(`${folder} is no folder.`, 'Watch the folder it lies in; include selects files in it.');
  }
  // What lies in another of them is watched with that.
  return folders.filter((folder) => !folders.some((other) => other !== folder && isWithin(folder, other)));
}

/** No system takes a path with a null character. */
function isPath(path: unknown): boolean {
  return typeof path === 'string' && path !== '' && !path.includes('\0');
}
