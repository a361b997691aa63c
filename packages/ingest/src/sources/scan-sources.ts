import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { SkippedFile, Source } from '@cubo/contracts';
import { fileSourceFromStats, pathNotFound } from './file-source.ts';
import { unreadable } from './open-regular-file.ts';

/** How {@link scanSources} behaves. */
export interface ScanSourcesOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Hears of everything that was found and cannot be a source: an unreadable folder, a device, a link out of the root.
   */
  readonly onProblem?: ((problem: SkippedFile) => void) | undefined;
}

interface Scan {
  readonly root: string;
  readonly signal: AbortSignal | undefined;
  problem(path: string, reason: string): void;
}

/**
 * Finds the files under some paths. A file that is named is taken as it is; a folder is walked through with all its
 * subfolders, names in UTF-16 code unit order, so that the order is the same on every run and machine. Only the
 * listings of the folders on the way down are held in memory.
 *
 * Left out without a word: names that begin with a dot, and `node_modules`. Left out and reported to `onProblem`:
 * folders that may not be read; devices, sockets and pipes, which are never opened; symbolic links to folders, to
 * nothing, or to a file outside the folder that was named. A path inside another path of the list is visited once.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND` before the first source when one of the paths does not exist
 */
export async function* scanSources(
  paths: string | readonly string[],
  options: ScanSourcesOptions = {},
): AsyncGenerator<Source> {
  const { signal, onProblem } = options;
  const roots = [...new Set((typeof paths === 'string' ? [paths] : paths).map((path) => resolve(path)))];
  const states = new Map<string, Stats>();
  for (const root of roots) states.set(root, await rootState(root));
  const folders = new Set(roots.filter((root) => states.get(root)?.isDirectory()));
  for (const root of roots) {
    signal?.throwIfAborted();
    if (isVisited(root, folders)) continue;
    const state = states.get(root) as Stats;
    const problem = (path: string, reason: string) => onProblem?.({ path, reason, code: 'CUBO_SOURCE_UNREADABLE' });
    if (state.isDirectory()) yield* scanFolder(root, { root: await realpath(root), signal, problem });
    else if (state.isFile()) yield fileSourceFromStats(root, state);
    else problem(root, `${root} is not a regular file; devices, sockets and pipes are never opened.`);
  }
}

async function rootState(root: string): Promise<Stats> {
  try {
    return await stat(root);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw code === 'ENOENT' || code === 'ENOTDIR' ? pathNotFound(root, cause) : unreadable(root, cause);
  }
}

/** Whether a scan of one of the folders comes by a path inside it. */
function isVisited(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path; !isIgnored(basename(at)); at = dirname(at)) {
    const parent = dirname(at);
    if (parent === at) return false;
    if (folders.has(parent)) return true;
  }
  return false;
}

function isIgnored(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function* scanFolder(folder: string, scan: Scan): AsyncGenerator<Source> {
  scan.signal?.throwIfAborted();
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    scan.problem(folder, unreadable(folder, cause).message);
    return;
  }
  names.sort();
  for (const name of names) {
    if (isIgnored(name)) continue;
    scan.signal?.throwIfAborted();
    const path = join(folder, name);
    try {
      const state = await lstat(path);
      if (state.isFile()) yield fileSourceFromStats(path, state);
      else if (state.isDirectory()) yield* scanFolder(path, scan);
      else if (state.isSymbolicLink()) {
        const source = await linkedFile(path, scan);
        if (source) yield source;
      } else scan.problem(path, `${path} is a device, a socket or a pipe; these are never opened.`);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
      scan.problem(path, unreadable(path, cause).message);
    }
  }
}

async function linkedFile(path: string, scan: Scan): Promise<Source | undefined> {
  const target = await realpath(path);
  const state = await stat(target);
  if (state.isDirectory()) scan.problem(path, `${path} is a symbolic link to a folder; such links are not followed.`);
  else if (!target.startsWith(scan.root.endsWith(sep) ? scan.root : scan.root + sep))
    scan.problem(path, `${path} is a symbolic link to ${target}, outside the folder; such links are not followed.`);
  else if (!state.isFile()) scan.problem(path, `${path} is a symbolic link to a device, a socket or a pipe.`);
  else return fileSourceFromStats(path, state);
  return undefined;
}
